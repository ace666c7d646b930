// The step `contact_update`: changes fields of the contact.
import { CONTACT_NAME_MAX_LENGTH, CONTACT_PROPERTIES_MAX } from '../../../../../contract/limits.ts';
import { isValueOfType, PROPERTY_VALUE_WORDS } from '../../../../contact-properties/value.ts';
import type { StepConfigs } from '../../graph.ts';
import { isReference, referencesIn } from '../../variables.ts';
import { checkText, fieldOf, fieldPath, type GivenFields, refuseField, requireFields } from '../fields.ts';
import { checkReferences } from '../references.ts';
import type { KnownDefinitions, StepKind } from '../step-kind.ts';

type Config = StepConfigs['contact_update'];

const FIELDS = ['first_name', 'last_name', 'unsubscribed', 'properties'];

export const contactUpdateStep: StepKind<'contact_update'> = {
  read(given, path) {
    const fields = requireFields(given, path);
    const firstName = readName(fields, 'first_name', path);
    const lastName = readName(fields, 'last_name', path);
    const unsubscribed = readFlag(fieldOf(fields, 'unsubscribed'), fieldPath(path, 'unsubscribed'));
    const properties = readProperties(fieldOf(fields, 'properties'), fieldPath(path, 'properties'));
    const config: Config = {
      ...(firstName !== undefined && { first_name: firstName }),
      ...(lastName !== undefined && { last_name: lastName }),
      ...(unsubscribed !== undefined && { unsubscribed }),
      ...(properties && { properties }),
    };
    if (Object.keys(config).length > 0) return config;
    throw refuseField(path, `must have at least one of ${FIELDS.join(', ')}`);
  },
  namesIn: (config) => ({
    values: referencesIn(config),
    propertyKeys: Object.keys(config.properties ?? {}),
  }),
  check(config, path, known) {
    checkReferences(config, path, known.namable);
    checkValues(config.properties ?? {}, fieldPath(path, 'properties'), known);
  },
};

/** Null and an empty name remove the contact's. */
function readName(fields: GivenFields, name: 'first_name' | 'last_name', path: string): Config[typeof name] {
  if (!Object.hasOwn(fields, name)) return undefined;
  const given = fields[name];
  if (given === null || given === '') return null;
  if (given === undefined) return undefined;
  if (isReference(given)) return { var: given.var };
  return checkText(given, fieldPath(path, name), CONTACT_NAME_MAX_LENGTH);
}

function readFlag(given: unknown, path: string): Config['unsubscribed'] {
  if (given === undefined || typeof given === 'boolean') return given;
  if (isReference(given)) return { var: given.var };
  throw refuseField(path, 'must be true, false or `{"var": …}`');
}

/** @returns undefined when there is none */
function readProperties(given: unknown, path: string): Config['properties'] {
  if (given === undefined) return undefined;
  const values = Object.entries(requireFields(given, path));
  if (values.length > CONTACT_PROPERTIES_MAX)
    throw refuseField(
      path,
      `has ${values.length} keys; there are at most ${CONTACT_PROPERTIES_MAX} contact properties`,
    );
  for (const [key, value] of values)
    if (typeof value === 'object' && value !== null && !isReference(value))
      throw refuseField(fieldPath(path, key), 'must be a value of the property, null or `{"var": …}`');
  return values.length === 0 ? undefined : Object.fromEntries(values);
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
        'names no contact property: create it with POST /contact-properties first',
      );
    // What a reference reads is known only when the step runs.
    if (value === null || isReference(value) || isValueOfType(property.type, value)) continue;
    throw refuseField(fieldPath(path, key), `must be ${PROPERTY_VALUE_WORDS[property.type]}`);
  }
}
