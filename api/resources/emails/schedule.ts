// PATCH /emails/:id and POST /emails/:id/cancel: what can be done with an email that waits for its time.
import type { Request, Router } from 'express';
import { OPERATIONS } from '../../../shared/contract/operations.ts';
import { DomainError } from '../../../shared/domain-error.ts';
import { isUuidV7 } from '../../../shared/ids.ts';
import { cancelEmail } from '../../../shared/resources/emails/cancel.ts';
import { rescheduleEmail } from '../../../shared/resources/emails/reschedule.ts';
import { readScheduleTime } from '../../../shared/resources/emails/schedule-time.ts';
import { answerJson } from '../../answer.ts';
import { callerOf } from '../../caller.ts';
import type { ApiDeps } from '../../deps.ts';
import { route } from '../../route.ts';
import { validate } from '../../validate.ts';
import { updateEmailInput } from './input.ts';
import { toScheduledEmail } from './output.ts';

/** Adds the routes. */
export function routeSchedules(router: Router, { database, ids, clock }: ApiDeps): void {
  route(router, OPERATIONS.updateEmail, async (request, response) => {
    const input = validate(updateEmailInput, request.body);
    const now = clock.now();
    const scheduledAt = readScheduleTime(input.scheduled_at, now);
    const email = await rescheduleEmail(database, { ...emailOf(request), scheduledAt, now });
    answerJson(response, toScheduledEmail(email));
  });
  route(router, OPERATIONS.cancelEmail, async (request, response) => {
    const email = await cancelEmail(database, { ...emailOf(request), now: clock.now() }, ids);
    answerJson(response, toScheduledEmail(email));
  });
}

/** Which email a path names. @throws DomainError `not_found` for what is no id */
function emailOf(request: Request): { accountId: string; id: string } {
  const id = String(request.params['id']);
  if (!isUuidV7(id)) throw new DomainError('not_found', 'Email not found.');
  return { accountId: callerOf(request).accountId, id };
}
