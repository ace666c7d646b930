// The list of the domains of an account, without their records; and the list for operators, of one account or of all.
import type { Queryable } from '../../../platform/db/connect.ts';
import { equals, type List } from '../../../platform/db/list.ts';
import { findPage, type Page, patternOf } from '../../../platform/db/page.ts';
import { DOMAIN_COLUMNS, type Domain, type DomainStatus } from './domain.ts';
import { BLOCKED_CLAIM } from './records/outlook.ts';

/**
 * The problems that need the owner: records that failed or are missing, a name that it may not use or is losing, mail
 * that bounces. A domain for which an operator vouches sends whatever DNS has. The inner statements are not EXISTS:
 * with EXISTS the planner reads the tables of all accounts at once.
 */
const NEEDS_ATTENTION = `(
  domains.status IN ('failed', 'partially_failed') OR domains.status_reason IS NOT NULL
  OR domains.reputation IN ('warned', 'paused')
  OR NOT domains.is_vouched AND
    (SELECT records @> '[{"status": "temporary_failure"}]' FROM domain_checks WHERE domain_checks.id = domains.id)
  OR (SELECT blocked.reason FROM (${BLOCKED_CLAIM}) AS blocked LIMIT 1) IS NOT NULL)`;

/** An account has 10,000 domains at most, so a filter reads few rows. */
interface DomainFilters {
  q?: string | undefined;
  status?: DomainStatus | undefined;
  needsAttention?: boolean | undefined;
}

export const DOMAIN_LIST: List<Domain, DomainFilters> = {
  columns: DOMAIN_COLUMNS,
  from: 'domains',
  within: 'account_id',
  filters: {
    q: (text, parameter) => `name ILIKE ${parameter(patternOf(text))}`,
    status: equals('status'),
    needsAttention: (wanted) => (wanted ? NEEDS_ATTENTION : `NOT ${NEEDS_ATTENTION}`),
  },
};

/** A domain as operators see it. */
export interface DomainForOperators extends Domain {
  /** When DNS last answered a check; null: never. */
  checkedAt: Date | null;
  /** senders/source-pool.ts */
  sourcePool: string | null;
}

/** The newest domains of an account. @param accountId undefined: of all accounts */
export function listDomainsForOperators(
  database: Queryable,
  { accountId, limit }: { accountId: string | undefined; limit: number },
): Promise<Page<DomainForOperators>> {
  const select = `SELECT ${DOMAIN_COLUMNS}, source_pool AS "sourcePool",
    (SELECT checked_at FROM domain_checks WHERE domain_checks.id = domains.id) AS "checkedAt" FROM domains`;
  const rows =
    accountId === undefined
      ? { where: 'true', values: [] }
      : { where: 'account_id = ANY($1::uuid[])', values: [[accountId]], orderedWithin: 'account_id' };
  return findPage<DomainForOperators>(database, { select, ...rows }, { limit });
}
