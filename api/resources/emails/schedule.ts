// PATCH /emails/:id and POST /emails/:id/cancel: what can be done with an email that waits for its time.
import type { Router } from 'express';
import { OPERATIONS } from '../../../shared/contract/operations.ts';
import { cancelEmail } from '../../../shared/resources/emails/cancel.ts';
import { rescheduleEmail } from '../../../shared/resources/emails/reschedule.ts';
import { readScheduleTime } from '../../../shared/resources/emails/schedule-time.ts';
import { answerJson } from '../../answer.ts';
import type { ApiDeps } from '../../deps.ts';
import { route } from '../../route.ts';
import { validate } from '../../validate.ts';
import { updateEmailInput } from './input.ts';
import { toScheduledEmail } from './output.ts';
import { emailOf } from './path.ts';

/** Adds the routes. */
export function routeSchedules(router: Router, deps: ApiDeps): void {
  const { database, clock } = deps;
  route(router, OPERATIONS.updateEmail, async (request, response) => {
    const input = validate(updateEmailInput, request.body);
    const now = clock.now();
    const scheduledAt = readScheduleTime(input.scheduled_at, now);
    const email = await rescheduleEmail(database, { ...emailOf(request), scheduledAt, now });
    answerJson(response, toScheduledEmail(email));
  });
  route(router, OPERATIONS.cancelEmail, async (request, response) => {
    const email = await cancelEmail(deps, { ...emailOf(request), now: clock.now() });
    answerJson(response, toScheduledEmail(email));
  });
}
