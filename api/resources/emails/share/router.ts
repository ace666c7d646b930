// POST /emails/:id/share: a link under which anybody may look at an email for a while (decisions.md §2).
import type { Request } from 'express';
import Joi from 'joi';
import parseDuration from 'parse-duration';
import { HOUR_MS } from '../../../../shared/platform/time/durations.ts';
import { emailExists } from '../../../../shared/resources/emails/exists.ts';
import { emailNotFound } from '../../../../shared/resources/emails/not-found.ts';
import type { ApiDeps } from '../../../deps.ts';
import { sharedEmailPath } from '../../../public/shared-email.ts';
import { validate } from '../../../validate.ts';
import { emailOf } from '../path.ts';

const LONGEST_MS = 48 * HOUR_MS;

/** Body of POST /emails/:id/share. */
export const shareEmailInput = Joi.object<{ expires_in?: number }>({
  expires_in: Joi.string()
    .empty(null)
    .custom((text: string, { error }) => {
      const duration = parseDuration(text);
      if (!duration || duration < 0) return error('duration.unknown');
      return duration > LONGEST_MS ? error('duration.long') : duration;
    }),
}).messages({
  'duration.unknown': '{{#label}} must be a duration such as `10m` or `2 hours`',
  'duration.long': '{{#label}} must not exceed 48 hours',
});

/** Shares an email of the caller. @throws DomainError `not_found` */
export async function shareEmail({ database, clock, links }: ApiDeps, request: Request) {
  const { expires_in: lastsMs = LONGEST_MS } = validate(shareEmailInput, request.body);
  const { accountId, id } = emailOf(request);
  if (!(await emailExists(database, accountId, id))) throw emailNotFound();
  const endsAt = new Date(clock.now().getTime() + lastsMs);
  return { object: 'email', id, url: links.sign(sharedEmailPath(id), endsAt) };
}
