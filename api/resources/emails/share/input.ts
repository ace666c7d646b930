// Input of POST /emails/:id/share (docs/reference/emails.md#post-emailsidshare).
import Joi from 'joi';
import parseDuration from 'parse-duration';
import { HOUR_MS } from '../../../../shared/platform/time/durations.ts';
import { objectOfFields } from '../../../near-misses/object-schema.ts';

/** How long a link is valid at most, and by default. */
export const SHARED_MAX_MS = 48 * HOUR_MS;

/** Body of POST /emails/:id/share; `expires_in` is in milliseconds after validation. */
export const shareEmailInput = objectOfFields<{ expires_in?: number }>({
  expires_in: Joi.string()
    .empty(null)
    .custom((text: string, { error }) => {
      const duration = parseDuration(text);
      if (!duration || duration < 0) return error('duration.unknown');
      return duration > SHARED_MAX_MS ? error('duration.long') : duration;
    })
    .description('How long the link is valid, such as `10m` or `2 hours`. Default and maximum: 48 hours'),
}).messages({
  'duration.unknown': '{{#label}} must be a duration such as `10m` or `2 hours`',
  'duration.long': '{{#label}} must be at most 48 hours',
});
