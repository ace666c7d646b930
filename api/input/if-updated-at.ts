// joi schema of `if_updated_at`, with which a client changes only what it has read
// (shared/resources/foundation/if-unchanged.ts).
import Joi from 'joi';
import { parseIsoInstant } from '../../shared/platform/time/iso-instant.ts';

/** The schema of a time; after validation it is a Date. @param what is changed, such as `template` */
export function ifUpdatedAt(what: string): Joi.StringSchema {
  return Joi.string()
    .custom((text: string, { error }) => parseIsoInstant(text) ?? error('time.iso'))
    .empty(null)
    .messages({ 'time.iso': '{{#label}} must be an ISO 8601 time' })
    .description(
      `The \`updated_at\` that the client last read. If the ${what} changed since, the request is refused`,
    );
}
