// Finds the domains for which emails of copied examples are sent: their From is at the development domain (`resend.dev`
// with `npm start`), which no account has (docs/reference/simulator.md#copied-examples).
import type { Queryable } from '../../../../platform/db/connect.ts';
import {
  type MeteredReputation,
  meteredReputation,
} from '../../../foundation/reputation/metered-reputation.ts';
import type { Domain } from '../domain.ts';
import { DOMAIN_MAY_SEND } from './sending.ts';

/** The borrower of a domain. */
interface Borrower {
  accountId: string;
  /** The only domain that the API key may send from; null: any domain. */
  boundDomainId: string | null;
}

/** A domain that may send. */
interface LentDomain extends MeteredReputation, Pick<Domain, 'openTracking' | 'clickTracking'> {
  id: string;
  name: string;
  isSendable: true;
}

/**
 * Finds the domain for each: the one of its API key, else the default one of its account, else the oldest.
 * @param firstDay UTC, such as `2026-11-20`: the use of their capacities is read from then on
 * @returns the domains in the order of the borrowers; undefined: none of them may send
 */
export async function findLentDomains(
  database: Queryable,
  borrowers: readonly Borrower[],
  firstDay: string,
): Promise<(LentDomain | undefined)[]> {
  const { rows } = await database.query<Omit<LentDomain, 'id' | 'isSendable'> & { id: string | null }>({
    name: 'find-lent-domains',
    text: `SELECT lent.*
           FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS borrower (account_id, bound_domain_id, place)
           LEFT JOIN LATERAL (
             SELECT id, name, open_tracking AS "openTracking", click_tracking AS "clickTracking",
                    ${meteredReputation('domains', '$3::date')} FROM domains
             WHERE account_id = borrower.account_id AND id = coalesce(borrower.bound_domain_id, id)
               AND ${DOMAIN_MAY_SEND}
             ORDER BY is_default DESC, id LIMIT 1
           ) AS lent ON true
           ORDER BY borrower.place`,
    values: [
      borrowers.map(({ accountId }) => accountId),
      borrowers.map(({ boundDomainId }) => boundDomainId),
      firstDay,
    ],
  });
  return rows.map(({ id, ...domain }) => (id === null ? undefined : { id, ...domain, isSendable: true }));
}
