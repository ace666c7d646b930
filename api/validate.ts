// Validates input with a joi schema. What joi finds becomes a refusal with an error name of the API; all other faults of
// the input are found when the refusal is answered (docs/reference/errors.md#faults).
import type Joi from 'joi';
import { DomainError } from '../shared/contract/domain-error.ts';
import type { ErrorName, Fault } from '../shared/contract/errors.ts';
import { FAULTS_MAX } from '../shared/contract/limits.ts';
import { findAllFaults } from '../shared/platform/validation/second-reading.ts';
import { schemaOfGiven } from './input/given-fields.ts';

/** Joi's error codes that have their own error name; all others become `validation_error`. */
const NAME_OF_JOI_CODE: Readonly<Record<string, ErrorName>> = {
  'any.required': 'missing_required_field',
  'field.missing': 'missing_required_field',
  'address.from': 'invalid_from_address',
  'address.to': 'invalid_to_address',
  'attachment.empty': 'invalid_attachment',
};

/** Joi's messages can contain a field name that the client has chosen, of megabytes. */
const MESSAGE_MAX_LENGTH = 1_000;

/**
 * @returns the input as its schema describes it, with defaults; unknown fields are removed
 *   (docs/reference/requests.md#fields)
 * @throws DomainError for the first fault
 */
export function validate<Input>(schema: Joi.ObjectSchema<Input>, input: unknown): Input {
  const given = schemaOfGiven(schema, input);
  if (given) {
    const passed = withPreferences(given).validate(input);
    if (!passed.error) return passed.value;
  }
  const ready = withPreferences(schema);
  const { value, error } = ready.validate(input);
  if (!error) return value;
  const [first] = error.details;
  if (!first) throw error;
  const findFaults = () =>
    findAllFaults(ready, input, first, FAULTS_MAX).flatMap(
      (detail): Fault[] => detail.context?.['faults'] ?? [faultOf(detail)],
    );
  const { field, name, message } = faultOf(first);
  throw new DomainError(name, message, { ...(field !== null && { field }), findFaults });
}

/** Schemas with their preferences: joi would compile preferences that are passed with a call at each call. */
const prepared = new WeakMap<Joi.ObjectSchema, Joi.ObjectSchema>();

function withPreferences<Input>(schema: Joi.ObjectSchema<Input>): Joi.ObjectSchema<Input> {
  const known = prepared.get(schema);
  if (known) return known;
  const schemaWithPreferences = schema.prefs({
    abortEarly: true,
    stripUnknown: true,
    errors: { wrap: { label: '`' } },
  });
  prepared.set(schema, schemaWithPreferences);
  return schemaWithPreferences;
}

function faultOf(detail: Joi.ValidationErrorItem): Fault {
  const name = NAME_OF_JOI_CODE[detail.type] ?? 'validation_error';
  // A check of the whole body has no path; it names the missing field in its context.
  const path = String(detail.context?.['field'] ?? detail.path.join('.'));
  const field = path.slice(0, MESSAGE_MAX_LENGTH).toWellFormed();
  return { field: field === '' ? null : field, name, message: messageOf(detail, name, field) };
}

function messageOf({ type, path, message: said }: Joi.ValidationErrorItem, name: ErrorName, field: string) {
  if (name === 'missing_required_field') return `Missing \`${field}\` field.`;
  const message = type === 'object.base' && path.length === 0 ? 'The body must be a JSON object' : said;
  return message.length > MESSAGE_MAX_LENGTH ? `${message.slice(0, MESSAGE_MAX_LENGTH)}…` : `${message}.`;
}
