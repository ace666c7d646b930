// Refuses camelCase names of fields (`replyTo`), which clients send by mistake, instead of ignoring them
// (docs/reference/requests.md#fields).
import Joi from 'joi';

const twin = Joi.any().custom((_value, { error, state }) => {
  const name = String(state.path?.at(-1));
  return error('field.twin', { field: name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) });
});

/** For the schema of the whole body: joi would merge messages of a nested field again for each request. */
export const CAMEL_CASE_MESSAGE = { 'field.twin': '{{#label}} is not a field; use `{{#field}}`' };

/** Arguments for joi's `pattern`: refuses these names and suggests the snake_case name. */
export function camelCaseNames(names: readonly string[]): [Joi.Schema, Joi.Schema] {
  return [Joi.string().valid(...names), twin];
}
