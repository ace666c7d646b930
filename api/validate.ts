// Checks input against a joi schema. What joi throws becomes the interface's error in middleware/errors.ts; a
// schema that knows a better name attaches a DomainError with `.error()`.
import type Joi from 'joi';

/**
 * The input as its schema describes it, with defaults; unknown fields are left out (decisions.md §1).
 * @throws Joi.ValidationError for the first finding, or the error that the schema attached
 */
export function validate<Input>(schema: Joi.ObjectSchema<Input>, input: unknown): Input {
  const { value, error } = withPreferences(schema).validate(input);
  if (error) throw error;
  return value;
}

/** Schemas with their preferences: joi would compile preferences that come with each call at each call. */
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
