// joi schemas of the ids of other objects in a body or a query.
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

/** Schema of ids separated by commas, each once. @param max how many there may be */
export function idsOf(max: number): Joi.StringSchema {
  return Joi.string()
    .custom((text: string, { error }) => {
      const ids = splitByCommas(text.toLowerCase());
      if (ids.length > max) return error('ids.long');
      return ids.every(isUuidV7) ? ids : error('ids.malformed');
    })
    .messages({
      'ids.long': `{{#label}} must have at most ${max} ids`,
      'ids.malformed': '{{#label}} must be a list of ids',
    });
}

/** The different texts between the commas. */
export function splitByCommas(text: string): string[] {
  return [...new Set(text.split(',').map((part) => part.trim()))];
}
