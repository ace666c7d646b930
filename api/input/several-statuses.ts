// joi schema of a filter by several statuses, separated by commas.
import Joi from 'joi';

/**
 * The schema of statuses; after validation it is an array without repetitions.
 * @param what has the statuses, for messages: `runs`
 */
export function severalStatuses(what: string, known: readonly string[]): Joi.StringSchema {
  return Joi.string()
    .custom((text: string, { error }) => {
      const statuses = [...new Set(text.split(',').map((each) => each.trim()))];
      return statuses.every((each) => known.includes(each)) ? statuses : error('status.unknown');
    }, 'statuses')
    .description(`Only ${what} with one of these statuses, separated by commas: ${known.join(', ')}`)
    .messages({
      'status.unknown': `{{#label}} must be statuses of ${what}, separated by commas: ${known.join(', ')}`,
    });
}
