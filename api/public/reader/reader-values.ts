// The values that snippets of pages show to their reader (shared/contract/site/values.ts): on a development machine all
// of them, from its announcement; elsewhere the name of this server, and for a signed-in person their own address, so
// that a snippet does not mail a stranger, and the domain from which the person may send.
import type { Request } from 'express';
import { recipientValues, type SnippetValues } from '../../../shared/contract/site/values.ts';
import type { Config } from '../../../shared/platform/config/config.ts';
import { isDatabaseUnavailable } from '../../../shared/platform/failures/unavailable.ts';
import { utcDayOf } from '../../../shared/platform/time/utc-days.ts';
import { findSession } from '../../../shared/resources/foundation/sessions/authenticate.ts';
import { findLentDomains } from '../../../shared/resources/messaging/domains/senders/find-lent-domains.ts';
import { findAddressOfPerson } from '../../../shared/resources/people/people/find-address.ts';
import type { ApiDeps } from '../../deps.ts';
import { sessionTokenOf } from '../../sessions/authenticate-session.ts';
import { smtpAddressOf } from '../dashboard-page/page.ts';
import { type DevelopmentFacts, findDevelopmentFacts } from './development-facts.ts';

/** The values of a reader. */
export interface ReaderValues {
  values: SnippetValues;
  /**
   * Whether they belong to this reader alone: then no cache may store the answer (`private, no-store`). An answer
   * without such values may be cached, and differs by the cookie (`Vary: Cookie`).
   */
  isPrivate: boolean;
}

type ReaderDeps = Pick<ApiDeps, 'config' | 'database' | 'clock'>;

/** Addresses that mean themselves in every shell, language and path of a snippet: a quote would end a text of theirs. */
const PLAIN_ADDRESS = /^\w[\w.+-]*@[\w.-]+$/;

/** Finds the values for a request; a database that does not answer does not prevent the page. */
export async function readerValuesOf(deps: ReaderDeps, request: Request): Promise<ReaderValues> {
  const baseUrl = baseUrlOf(deps.config);
  const facts = await findDevelopmentFacts(deps.config, request);
  if (facts) return { values: developmentValuesOf(facts, baseUrl), isPrivate: true };
  const [smtpHost, smtpPort] = smtpAddressOf(deps.config);
  const ofPerson = await findValuesOfPerson(deps, request);
  return {
    values: { baseUrl, smtpHost, smtpPort: String(smtpPort), ...ofPerson },
    isPrivate: Object.keys(ofPerson).length > 0,
  };
}

/** PUBLIC_URL, to which the path of an operation is added. */
export function baseUrlOf({ publicUrl }: Config): string {
  return publicUrl.replace(/\/+$/, '');
}

/** The values of a reader on a development machine. */
export function developmentValuesOf(facts: DevelopmentFacts, baseUrl: string): SnippetValues {
  const { apiKey, domain, inboxUrl, submissionSmtp, inboundSmtp } = facts;
  const ports = { smtpPort: String(submissionSmtp.port), inboundPort: String(inboundSmtp.port) };
  return { baseUrl, apiKey, domain, inboxUrl, smtpHost: submissionSmtp.host, ...ports };
}

/** The address of the signed-in person; the default domain of the person's account, or its oldest one that may send. */
async function findValuesOfPerson(
  { config, database, clock }: ReaderDeps,
  request: Request,
): Promise<SnippetValues> {
  const token = sessionTokenOf(request, config.publicUrl);
  if (token === undefined) return {};
  const now = clock.now();
  try {
    // Reading a page does not count as a use of the session: only these names of the account are seen.
    const session = await findSession(database, token, now);
    if (!session) return {};
    const borrower = { accountId: session.accountId, boundDomainId: null };
    const [[domain], address] = await Promise.all([
      findLentDomains(database, [borrower], utcDayOf(now)),
      findAddressOfPerson(database, session.personId),
    ]);
    return {
      ...(domain && { domain: domain.name }),
      ...(address !== undefined && PLAIN_ADDRESS.test(address) && recipientValues(address)),
    };
  } catch (error) {
    if (isDatabaseUnavailable(error)) return {};
    throw error;
  }
}
