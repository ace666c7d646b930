// /emails: sends, reads back what was sent, and changes what waits for its time.
import { type RequestHandler, Router } from 'express';
import { OPERATIONS } from '../../../shared/contract/operations.ts';
import type { NewEmail } from '../../../shared/resources/emails/email.ts';
import { findEmail } from '../../../shared/resources/emails/find.ts';
import { listEmails } from '../../../shared/resources/emails/list.ts';
import { emailNotFound } from '../../../shared/resources/emails/not-found.ts';
import { readScheduleTime } from '../../../shared/resources/emails/schedule-time.ts';
import { answerJson } from '../../answer.ts';
import { type Caller, callerOf } from '../../caller.ts';
import type { ApiDeps } from '../../deps.ts';
import { limitRate } from '../../middleware/rate-limit.ts';
import { toList } from '../../page.ts';
import { route } from '../../route.ts';
import { validate } from '../../validate.ts';
import { listEmailsQuery, type SendEmailInput, sendEmailInput } from './input.ts';
import { toEmail, toEmailItem } from './output.ts';
import { emailOf } from './path.ts';
import { routeSchedules } from './schedule.ts';

/** Routes of emails. */
export function emailsRouter(deps: ApiDeps): Router {
  const { database, acceptor, ids, clock, rateLimiter } = deps;
  const router = Router();
  const send: RequestHandler = async (request, response) => {
    const input = validate(sendEmailInput, request.body);
    const id = await acceptor.accept(toNewEmail(input, callerOf(request), ids.next(), clock.now()));
    answerJson(response, { id });
  };
  route(router, OPERATIONS.sendEmail, send, limitRate(rateLimiter));
  route(router, OPERATIONS.listEmails, async (request, response) => {
    const { limit, after, before, ...filters } = validate(listEmailsQuery, request.query);
    const page = { limit, ...(after && { after }), ...(before && { before }) };
    const emails = await listEmails(database, callerOf(request).accountId, filters, page);
    answerJson(response, toList(emails, toEmailItem));
  });
  route(router, OPERATIONS.getEmail, async (request, response) => {
    const { accountId, id } = emailOf(request);
    const email = await findEmail(database, accountId, id);
    if (!email) throw emailNotFound();
    answerJson(response, toEmail(email));
  });
  routeSchedules(router, deps);
  return router;
}

function toNewEmail(input: SendEmailInput, caller: Caller, id: string, createdAt: Date): NewEmail {
  const { reply_to: replyTo, preview_text: previewText, scheduled_at: scheduledAt, ...same } = input;
  return {
    ...same,
    id,
    accountId: caller.accountId,
    boundDomainId: caller.domainId,
    source: 'api',
    replyTo,
    previewText,
    scheduledAt: scheduledAt === null ? null : readScheduleTime(scheduledAt, createdAt),
    createdAt,
  };
}
