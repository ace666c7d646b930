// The suppression list of an account, newest first, with filters
// (docs/reference/suppressions.md#get-suppressions). Each filter has an index (migrations/0004-sending.ts,
// migrations/0015-suppressions.ts), so the cost of a page does not depend on the number of entries.
import { type BoundedReader, equals, type List, walkList } from '../../../platform/db/list.ts';
import { SUPPRESSION_COLUMNS, type Suppression, type SuppressionOrigin } from './suppression.ts';

/** Filters of the list. */
export interface SuppressionFilters {
  origin?: SuppressionOrigin;
  /** The address in key form (shared/mail/addresses.ts). */
  address?: string;
}

export const SUPPRESSION_LIST: List<Suppression, SuppressionFilters> = {
  columns: SUPPRESSION_COLUMNS,
  from: 'suppressions',
  within: 'account_id',
  filters: { origin: equals('reason'), address: equals('address') },
};

/** Entries that are read at once for a file: some hundred kilobytes. */
const PAGE_ROWS = 500;

/** Reads the whole list in pages, newest first. */
export function walkSuppressions(
  read: BoundedReader,
  accountId: string,
  filters: SuppressionFilters,
): AsyncGenerator<Suppression[]> {
  return walkList(read, SUPPRESSION_LIST, accountId, { limit: PAGE_ROWS }, filters);
}
