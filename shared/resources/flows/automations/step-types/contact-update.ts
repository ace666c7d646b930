// The step `contact_update`: changes fields of the contact.
import Joi from 'joi';
import {
  CONTACT_FIELDS,
  type ContactTextField,
  type FieldsByColumn,
  type FieldsByKey,
  fieldsByColumn,
  fieldsByKey,
} from '../../../../contract/contacts/fields.ts';
import { DomainError } from '../../../../contract/domain-error.ts';
import { CONTACT_PROPERTIES_MAX } from '../../../../contract/limits.ts';
import type { ContactProperty } from '../../../audience/contact-properties/contact-property.ts';
import { isValueOfType, PROPERTY_VALUE_WORDS } from '../../../audience/contact-properties/value.ts';
import { checkProperties } from '../../../audience/contacts/save/input.ts';
import type { TextOrReference, VariableReference } from '../graph/graph.ts';
import { fieldPath, refuseField } from '../graph/reading/fields.ts';
import { checkReferences } from '../graph/reading/references.ts';
import { isReference, referencesIn } from '../graph/variables.ts';
import { DONE } from '../simulating/world.ts';
import type { ContactStepUpdate } from '../steps/task.ts';
import { faultOf, ownFields, referenceSchema } from './config-schema.ts';
import type { EffectKind, KnownDefinitions } from './step-type.ts';

/** Null: the field is removed. */
interface Config extends Partial<FieldsByColumn<TextOrReference | null>> {
  unsubscribed?: boolean | VariableReference;
  /** Key → value; null: the value is removed. */
  properties?: Readonly<Record<string, unknown>>;
}

/** The changes, with their values when the run reaches the step. */
interface Update extends FieldsByKey<unknown> {
  unsubscribed: unknown;
  properties: Readonly<Record<string, unknown>>;
}

const FIELDS = [...CONTACT_FIELDS.map(({ column }) => column), 'unsubscribed', 'properties'];

const schema = ownFields<Config>({
  ...fieldsByColumn(({ title, max }) =>
    Joi.alternatives(Joi.string().max(max), referenceSchema)
      .allow(null, '')
      .description(`${title}; null or an empty string removes it`),
  ),
  unsubscribed: Joi.alternatives(Joi.boolean().strict(), referenceSchema)
    .empty(null)
    .messages({ 'alternatives.types': 'must be true, false or `\\{"var": …}`' })
    .description('Whether the contact has unsubscribed from everything'),
  // Without keys of its own, so that joi leaves the object alone: a property may have any key, also `__proto__`.
  properties: Joi.object()
    .empty(null)
    .custom(checkKeys)
    .description('Key of a contact property → its value; null removes it'),
}).custom(toStored);

export const contactUpdateStep: EffectKind<Config, Update> = {
  schema,
  namesIn: (config) => ({
    values: referencesIn(config),
    propertyKeys: Object.keys(config.properties ?? {}),
  }),
  check(config, path, known) {
    checkReferences(config, path, known.namable);
    checkValues(config.properties ?? {}, fieldPath(path, 'properties'), known);
  },
  effectOf: ({ unsubscribed, properties = {}, ...fields }, resolve) => ({
    ...fieldsByKey(({ column }) => resolve(fields[column])),
    unsubscribed: resolve(unsubscribed),
    properties: resolve(properties) as Update['properties'],
  }),
  change: (update) => ({
    update: {
      decides: update.unsubscribed !== undefined,
      namesProperties: Object.keys(update.properties).length > 0,
      read: (declared) => readUpdate(update, declared),
    },
  }),
  simulate(update, { contact, declared }, now) {
    const read = readUpdate(update, declared);
    if (typeof read === 'string') return { status: 'failed', message: read };
    contact.update(read, now);
    return DONE;
  },
};

function checkKeys(given: object, helpers: Joi.CustomHelpers): unknown {
  const values = Object.entries(given);
  if (values.length > CONTACT_PROPERTIES_MAX) {
    const words = `must have at most ${CONTACT_PROPERTIES_MAX} keys; it has ${values.length}`;
    return faultOf(helpers, { words });
  }
  const wrong = values.find(
    ([, value]) => typeof value === 'object' && value !== null && !isReference(value),
  );
  if (!wrong) return given;
  const words = 'must be a value of the property, null or `{"var": …}`';
  return faultOf(helpers, { words, at: ['properties', wrong[0]] });
}

/** An empty text is none; no properties are nothing. */
function toStored({ properties, ...others }: Config, helpers: Joi.CustomHelpers): unknown {
  const config: Config = {
    ...Object.fromEntries(Object.entries(others).map(([key, value]) => [key, value === '' ? null : value])),
    ...(properties && Object.keys(properties).length > 0 && { properties }),
  };
  if (Object.keys(config).length > 0) return config;
  return faultOf(helpers, { words: `must have at least one of ${FIELDS.join(', ')}` });
}

function checkValues(
  given: NonNullable<Config['properties']>,
  path: string,
  { properties }: KnownDefinitions,
): void {
  for (const [key, value] of Object.entries(given)) {
    const property = properties.get(key);
    if (!property)
      throw refuseField(
        fieldPath(path, key),
        'is not a contact property: create it with POST /contact-properties first',
      );
    // What a reference reads is known only when the step runs.
    if (value === null || isReference(value) || isValueOfType(property.type, value)) continue;
    throw refuseField(fieldPath(path, key), `must be ${PROPERTY_VALUE_WORDS[property.type]}`);
  }
}

/** Reads values, possibly from an event, in the form of a contact. @returns the values, or why the step fails */
function readUpdate(
  { unsubscribed, properties, ...fields }: Update,
  declared: ReadonlyMap<string, ContactProperty>,
): ContactStepUpdate | string {
  const faults = CONTACT_FIELDS.flatMap((field) => findTextFault(field, fields[field.key]) ?? []);
  if (unsubscribed !== undefined && typeof unsubscribed !== 'boolean')
    faults.push('`unsubscribed` must be true or false.');
  if (faults[0] !== undefined) return faults[0];
  try {
    const values = checkProperties(Object.entries(properties), declared);
    return {
      ...fieldsByKey(({ key }) => textOf(fields[key])),
      unsubscribed: unsubscribed as boolean | undefined,
      values,
    };
  } catch (error) {
    if (error instanceof DomainError) return error.message;
    throw error;
  }
}

function findTextFault({ column, max }: ContactTextField, value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') return `\`${column}\` must be a string.`;
  return value.length > max ? `\`${column}\` has more than ${max} characters.` : undefined;
}

/** An empty text is none. */
function textOf(value: unknown): string | null | undefined {
  return value === '' ? null : (value as string | null | undefined);
}
