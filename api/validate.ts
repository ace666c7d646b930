// Validates input with a joi schema. The error handler (api/middleware/errors.ts) turns joi's errors into error
// objects; a schema that needs another error name attaches a DomainError with `.error()`.
import type Joi from 'joi';

/**
 * @returns the input as its schema describes it, with defaults; unknown fields are removed
 *   (docs/reference/requests.md#fields)
 * @throws Joi.ValidationError for the first problem, or the error that the schema attached
 */
export function validate<Input>(schema: Joi.ObjectSchema<Input>, input: unknown): Input {
  const { value, error } = withPreferences(schema).validate(input);
  if (error) throw error;
  return value;
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
