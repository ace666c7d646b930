// Names that a client of another language may send by mistake: told, not ignored (decisions.md §1).
import Joi from 'joi';

const twin = Joi.any().custom((_value, { error, state }) => {
  const name = String(state.path?.at(-1));
  return error('field.twin', { field: name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) });
});

/** For the schema of the whole body: joi would merge a field's own messages anew for each request. */
export const TWIN_MESSAGE = { 'field.twin': '{{#label}} is not a field; use `{{#field}}`' };

/** What refuses these names, for joi's `pattern`. */
export function fieldTwins(names: readonly string[]): [Joi.Schema, Joi.Schema] {
  return [Joi.string().valid(...names), twin];
}
