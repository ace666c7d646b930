// The outlook of domains: when their records are looked up next, whether another account has proved that the name is its
// own, so that a domain will be lost, and the claim of the account itself. Answers of the API have it; events do not.
import type { Queryable } from '../../../../platform/db/connect.ts';
import type { ClaimBlockedReason, DomainClaim } from '../claims/claim.ts';
import type { Domain, ShownDomain } from '../domain.ts';
import { findShownDomains } from '../find.ts';
import { DOMAIN_OWNS_NAME } from '../senders/sending.ts';
import type { MailHost } from './dns-records.ts';

/** A blocked claim of another account. */
export interface Contested {
  /** The end of the grace period; null: an operator decides. */
  until: Date | null;
  reason: ClaimBlockedReason;
}

/** A domain with its records and its outlook. */
export interface DescribedDomain extends ShownDomain {
  /** The next check. In the past: it is in progress. Null: none is planned. */
  nextCheckAt: Date | null;
  contested: Contested | null;
  /** The newest claim of the account by the domain. */
  claim: Pick<DomainClaim, 'id' | 'status'> | null;
}

/** SQL: the blocked claim of another account for the name of a row of `domains` that owns it. */
export const BLOCKED_CLAIM = `
  SELECT domain_claims.id, blocked_reason AS reason, blocked_until AS until FROM domain_claims
  WHERE domain_claims.name = domains.name AND domain_claims.status = 'blocked'
    AND domain_claims.account_id <> domains.account_id AND ${DOMAIN_OWNS_NAME}`;

interface Outlook extends Pick<DescribedDomain, 'id' | 'nextCheckAt' | 'claim'> {
  until: Date | null;
  reason: ClaimBlockedReason | null;
}

/** Adds the outlooks. A domain that was deleted in the meantime is left out. */
export async function addOutlooks(
  database: Queryable,
  shown: readonly ShownDomain[],
): Promise<DescribedDomain[]> {
  const { rows } = await database.query<Outlook>({
    name: 'find-domain-outlooks',
    text: `SELECT domains.id, checks.next_attempt_at AS "nextCheckAt",
                  blocked.until, blocked.reason,
                  (SELECT json_build_object('id', own.id, 'status', own.status) FROM domain_claims AS own
                   WHERE own.domain_id = domains.id ORDER BY own.id DESC LIMIT 1) AS claim
           FROM domains JOIN domain_checks AS checks ON checks.id = domains.id
           LEFT JOIN LATERAL (${BLOCKED_CLAIM} ORDER BY id LIMIT 1) AS blocked ON true
           WHERE domains.id = ANY($1::uuid[])`,
    values: [shown.map(({ id }) => id)],
  });
  const outlooks = new Map(rows.map((row) => [row.id, row]));
  return shown.flatMap((domain) => {
    const found = outlooks.get(domain.id);
    if (!found) return [];
    const { nextCheckAt, until, reason, claim } = found;
    return { ...domain, nextCheckAt, contested: reason && { until, reason }, claim };
  });
}

/** The domains of a page, with their records and outlooks. */
export async function describePage(
  database: Queryable,
  mailHost: MailHost,
  domains: readonly Domain[],
): Promise<DescribedDomain[]> {
  return await addOutlooks(database, await findShownDomains(database, mailHost, domains));
}
