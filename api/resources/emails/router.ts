// /emails: sends, and reads back what was sent.
import { Router } from 'express';
import { OPERATIONS } from '../../../shared/contract/operations.ts';
import { DomainError } from '../../../shared/domain-error.ts';
import { isUuidV7 } from '../../../shared/ids.ts';
import { findEmail } from '../../../shared/resources/emails/find.ts';
import { listEmails } from '../../../shared/resources/emails/list.ts';
import { listSources } from '../../../shared/resources/emails/sources.ts';
import { answerJson } from '../../answer.ts';
import { callerOf } from '../../caller.ts';
import type { ApiDeps } from '../../deps.ts';
import { limitRate } from '../../middleware/rate-limit.ts';
import { toList } from '../../page.ts';
import { route } from '../../route.ts';
import { validate } from '../../validate.ts';
import { listEmailsQuery } from './input.ts';
import { toEmail, toEmailItem, toEmailSource } from './output.ts';
import { sendBatch, sendEmail } from './send.ts';
import { shareEmail } from './share.ts';

/** Routes of emails. */
export function emailsRouter(deps: ApiDeps): Router {
  const { database } = deps;
  const router = Router();
  route(router, OPERATIONS.sendEmail, sendEmail(deps), limitRate(deps.rateLimiter));
  route(router, OPERATIONS.sendBatch, sendBatch(deps));
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
  route(router, OPERATIONS.shareEmail, async (request, response) => {
    answerJson(response, await shareEmail(deps, request));
  });
  route(router, OPERATIONS.getEmail, async (request, response) => {
    const id = String(request.params['id']);
    const email = isUuidV7(id) ? await findEmail(database, callerOf(request).accountId, id) : undefined;
    if (!email) throw new DomainError('not_found', 'Email not found.');
    answerJson(response, toEmail(email));
  });
  return router;
}
