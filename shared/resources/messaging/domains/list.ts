// The list of the domains of an account, without their records.
import { equals, type List } from '../../../platform/db/list.ts';
import { patternOf } from '../../../platform/db/page.ts';
import { DOMAIN_COLUMNS, type Domain, type DomainStatus } from './domain.ts';
import { BLOCKED_CLAIM } from './records/outlook.ts';

/**
 * What its owner has to do something about: records that failed or are missing, a name that it may not use or is losing,
 * mail that bounces. A domain for which an operator vouches sends whatever DNS has. The inner statements are no EXISTS:
 * of these the planner reads the tables of all accounts at once.
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
