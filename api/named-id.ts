// joi schema of the id of another object in a body or a query.
import Joi from 'joi';
import { isUuidV7 } from '../shared/platform/time/ids.ts';

/**
 * Schema of an id; after validation it is in lower case, as in the database.
 * @param what it identifies, for error messages: `a segment`
 */
export function idOf(what: string): Joi.StringSchema {
  return Joi.string()
    .custom((text: string, { error }) => (isUuidV7(text) ? text.toLowerCase() : error('id.malformed')))
    .messages({ 'id.malformed': `{{#label}} must be the id of ${what}` });
}
