// Lists the suppression list of an account, newest first, with filters
// (docs/reference/suppressions.md#get-suppressions). Each filter has an index (migrations/0004-sending.ts,
// migrations/0015-suppressions.ts), so the cost of a page does not depend on the number of entries.
import type { Queryable } from '../../platform/db/connect.ts';
import { findPage, type ListedRows, type Page, type PageRequest } from '../../platform/db/page.ts';
import { SUPPRESSION_COLUMNS, type Suppression, type SuppressionOrigin } from './suppression.ts';

/** Filters of the list. */
export interface SuppressionFilters {
  origin?: SuppressionOrigin;
  /** In key form (shared/mail/addresses.ts). */
  address?: string;
}

/** Lists a page of an account's entries. */
export function listSuppressions(
  database: Queryable,
  accountId: string,
  filters: SuppressionFilters,
  page: PageRequest,
): Promise<Page<Suppression>> {
  return findPage<Suppression>(database, listedSuppressions(accountId, filters), page);
}

/** The rows of the list, for findPage and for tests that run EXPLAIN. */
export function listedSuppressions(accountId: string, { origin, address }: SuppressionFilters): ListedRows {
  const values: unknown[] = [[accountId]];
  const conditions = ['account_id = ANY($1::uuid[])'];
  if (origin) conditions.push(`reason = $${values.push(origin)}`);
  if (address) conditions.push(`address = $${values.push(address)}`);
  const select = `SELECT ${SUPPRESSION_COLUMNS} FROM suppressions`;
  return { select, where: conditions.join(' AND '), values, orderedWithin: 'account_id' };
}
