// /emails: sends, reads back what was sent, and changes what waits for its time.
import { Router } from 'express';
import { OPERATIONS } from '../../../shared/contract/operations.ts';
import { findEmail } from '../../../shared/resources/emails/find.ts';
import { listEmails } from '../../../shared/resources/emails/list.ts';
import { emailNotFound } from '../../../shared/resources/emails/not-found.ts';
import { listSources } from '../../../shared/resources/emails/sources.ts';
import { answerJson } from '../../answer.ts';
import { readEmailBody } from '../../body/email/read-email-body.ts';
import { callerOf } from '../../caller.ts';
import type { ApiDeps } from '../../deps.ts';
import { limitRate } from '../../middleware/rate-limit.ts';
import { toList } from '../../page.ts';
import { route } from '../../route.ts';
import { validate } from '../../validate.ts';
import { listEmailsQuery } from './input.ts';
import { getEmailMetrics } from './metrics/router.ts';
import { toEmail, toEmailItem, toEmailSource } from './output.ts';
import { emailOf } from './path.ts';
import { routeSchedules } from './schedule.ts';
import { sendBatch, sendEmail } from './send.ts';
import { shareEmail } from './share/router.ts';

/** Routes of emails. */
export function emailsRouter(deps: ApiDeps): Router {
  const { database } = deps;
  const router = Router();
  const readBody = readEmailBody(deps);
  route(router, OPERATIONS.sendEmail, sendEmail(deps), limitRate(deps.rateLimiter), readBody);
  route(router, OPERATIONS.sendBatch, sendBatch(deps), undefined, readBody);
  route(router, OPERATIONS.listEmails, async (request, response) => {
    const { limit, after, before, ...filters } = validate(listEmailsQuery, request.query);
    const page = { limit, ...(after && { after }), ...(before && { before }) };
    const emails = await listEmails(database, callerOf(request).accountId, filters, page);
    answerJson(response, toList(emails, toEmailItem));
  });
  route(router, OPERATIONS.listEmailSources, async (request, response) => {
    const sources = await listSources(database, callerOf(request).accountId);
    answerJson(response, toList({ rows: sources, hasMore: false }, toEmailSource));
  });
  route(router, OPERATIONS.getEmailMetrics, async (request, response) => {
    answerJson(response, await getEmailMetrics(deps, request));
  });
  route(router, OPERATIONS.shareEmail, async (request, response) => {
    answerJson(response, await shareEmail(deps, request));
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
