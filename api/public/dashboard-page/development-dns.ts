// Publishes the records of a domain in the DNS server of `npm start` (dev/dns/) when a person presses a button in the
// dashboard: the browser itself may not call it, because its policy allows this server only. Without
// DEVELOPMENT_DNS_URL, as in production, there is no such route.
import { type Request, type Response, Router } from 'express';
import { DomainError, notFound } from '../../../shared/contract/domain-error.ts';
import { isUuid } from '../../../shared/platform/time/ids.ts';
import { toRecordData } from '../../../shared/resources/messaging/domains/event-data.ts';
import { requireShownDomain } from '../../../shared/resources/messaging/domains/find.ts';
import { mailHostOf } from '../../../shared/resources/messaging/domains/records/dns-records.ts';
import { requireRoleEnough } from '../../../shared/resources/people/members/require-role.ts';
import { findCaller } from '../../caller.ts';
import type { ApiDeps } from '../../deps.ts';
import { missingCredentials } from '../../middleware/authenticate.ts';
import { setRouteLabel } from '../../middleware/measure.ts';
import { authenticateSession, forbidStoring } from '../../sessions/authenticate-session.ts';

const PATH = '/app/development-dns/:domainId';
const TIMEOUT_MS = 5_000;

/** The route. It refuses like the API. */
export function developmentDnsRouter(deps: ApiDeps): Router {
  const { developmentDnsUrl: url } = deps.config;
  const router = Router();
  if (url === undefined) return router;
  router.use(PATH, setRouteLabel(PATH));
  return router.post(PATH, async (request, response) => {
    forbidStoring(response);
    response.json(await publishRecords(deps, url, request, response));
  });
}

async function publishRecords(
  deps: ApiDeps,
  url: string,
  request: Request<{ domainId: string }>,
  response: Response,
) {
  await authenticateSession(deps, request, response);
  const caller = findCaller(request);
  if (caller?.kind !== 'session') throw missingCredentials(request);
  requireRoleEnough(caller.role, 'member');
  const { domainId } = request.params;
  if (!isUuid(domainId)) throw notFound('Domain');
  const { id, records } = await requireShownDomain(
    deps.database,
    mailHostOf(deps.config),
    caller.accountId,
    domainId,
  );
  await post(url, { records: records.map(toRecordData) });
  return { object: 'domain', id };
}

/** @throws DomainError 503 when the development DNS does not take them */
async function post(url: string, body: object): Promise<void> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (answer.ok) return;
    throw new Error(`Status ${answer.status}: ${await answer.text()}`);
  } catch (cause) {
    const message = 'The development DNS did not accept the records. Is `npm start` still running?';
    throw new DomainError('application_error', message, { statusCode: 503, cause });
  }
}
