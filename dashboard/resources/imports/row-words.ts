// What a row of the list of imports says.
import type { ContactImport } from '../../api/generated/types.ts';
import { amountText } from '../../format/amount-text.ts';

/** "1,180 added, 20 updated": what became of the rows that were not refused; none yet: nothing. */
export function addedWords({ counts, on_conflict }: Pick<ContactImport, 'counts' | 'on_conflict'>): string {
  const { total, failed, created, updated, skipped } = counts;
  if (total === failed) return '';
  const known =
    on_conflict === 'skip' ? `${amountText(skipped)} unchanged` : `${amountText(updated)} updated`;
  return `${amountText(created)} added, ${known}`;
}
