// The words of imports that the list and the record have.
import type { ContactImport } from '../../api/generated/types.ts';
import { amountText } from '../../format/amount-text.ts';

/** Whether an import goes on. */
export function isUnderWay({ status }: Pick<ContactImport, 'status'>): boolean {
  return status === 'queued' || status === 'in_progress';
}

/** "1,180 added, 20 updated": what became of the rows that were not refused; none yet: nothing. */
export function addedWords({ counts, on_conflict }: Pick<ContactImport, 'counts' | 'on_conflict'>): string {
  const { total, failed, created, updated, skipped } = counts;
  if (total === failed) return '';
  const known =
    on_conflict === 'skip' ? `${amountText(skipped)} unchanged` : `${amountText(updated)} updated`;
  return `${amountText(created)} added, ${known}`;
}

/** Status → its word. */
export const IMPORT_STATUS_WORDS: Readonly<Record<ContactImport['status'], string>> = {
  queued: 'Waits for its turn',
  in_progress: 'Importing',
  completed: 'Imported',
  failed: 'Failed',
  canceled: 'Canceled',
};

/** Encoding of a file → its name. */
export const ENCODING_WORDS: Readonly<Record<string, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'windows-1252': 'Windows-1252 (Latin-1)',
};
