// The values that snippets of pages show to their reader (shared/contract/site/values.ts): on a development machine all of
// them, from its announcement; elsewhere the name of this server, and the domain from which a signed-in person may send.
import type { Request } from 'express';
import type { SnippetValues } from '../../../shared/contract/site/values.ts';
import type { Config } from '../../../shared/platform/config/config.ts';
import { isDatabaseUnavailable } from '../../../shared/platform/db/unavailable.ts';
import { utcDayOf } from '../../../shared/platform/time/utc-days.ts';
import { findSession } from '../../../shared/resources/foundation/sessions/authenticate.ts';
import { findLentDomains } from '../../../shared/resources/messaging/domains/senders/find-lent-domains.ts';
import type { ApiDeps } from '../../deps.ts';
import { sessionTokenOf } from '../../sessions/authenticate-session.ts';
import { smtpAddressOf } from '../dashboard-page/page.ts';
import { type DevelopmentFacts, findDevelopmentFacts } from './development-facts.ts';

/** The values of a reader. */
export interface ReaderValues {
  values: SnippetValues;
  /**
   * Whether they are of this reader alone: then no cache may keep the answer (`private, no-store`). An answer without such
   * values may be kept, and differs by the cookie (`Vary: Cookie`).
   */
  isPrivate: boolean;
}

type ReaderDeps = Pick<ApiDeps, 'config' | 'database' | 'clock'>;

/** Finds the values for a request; a database that does not answer is no reason to show no page. */
export async function readerValuesOf(deps: ReaderDeps, request: Request): Promise<ReaderValues> {
  const baseUrl = baseUrlOf(deps.config);
  const facts = await findDevelopmentFacts(deps.config, request);
  if (facts) return { values: developmentValuesOf(facts, baseUrl), isPrivate: true };
  const [smtpHost, smtpPort] = smtpAddressOf(deps.config);
  const domain = await findDomainOfPerson(deps, request);
  return {
    values: { baseUrl, smtpHost, smtpPort: String(smtpPort), ...(domain !== undefined && { domain }) },
    isPrivate: domain !== undefined,
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

/** The default domain of the account in which a person is signed in, or its oldest one that may send. */
async function findDomainOfPerson(
  { config, database, clock }: ReaderDeps,
  request: Request,
): Promise<string | undefined> {
  const token = sessionTokenOf(request, config.publicUrl);
  if (token === undefined) return undefined;
  const now = clock.now();
  try {
    // To read a page is no use of the session: nothing of the account is seen but this name.
    const session = await findSession(database, token, now);
    if (!session) return undefined;
    const borrower = { accountId: session.accountId, boundDomainId: null };
    const [domain] = await findLentDomains(database, [borrower], utcDayOf(now));
    return domain?.name;
  } catch (error) {
    if (isDatabaseUnavailable(error)) return undefined;
    throw error;
  }
}
