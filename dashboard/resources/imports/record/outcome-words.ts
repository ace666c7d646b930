// What became of the rows of an import, in sentences. Pure.
import type { ContactImport } from '../../../api/generated/types.ts';
import { amountText } from '../../../format/amount-text.ts';
import { isUnderWay } from '../words.ts';

/** "1 row", "1,204 rows". */
export function rowsText(count: number): string {
  return `${amountText(count)} ${count === 1 ? 'row' : 'rows'}`;
}

/** The first line of a record: how far it is, or how it ended. */
export function outcomeSentence(record: Pick<ContactImport, 'status' | 'counts' | 'on_conflict'>): string {
  const { status, counts } = record;
  if (status === 'queued')
    return 'This import is queued: imports run one after another. You can leave this page.';
  if (status === 'in_progress') return `${doneWords(record)} You can leave this page. The import continues.`;
  const end = {
    completed: '',
    canceled: 'Import canceled: ',
    failed: 'Import stopped before the last row: ',
  }[status];
  if (status !== 'completed' && counts.total === 0) return `${end}nothing was imported.`;
  const done = doneWords(record);
  return end === '' ? done : `${end}${done.charAt(0).toLowerCase()}${done.slice(1)}`;
}

/** "1,180 contacts were added and 20 updated. 3 rows were refused." */
function doneWords({
  status,
  counts,
  on_conflict,
}: Pick<ContactImport, 'status' | 'counts' | 'on_conflict'>) {
  const { total, created, updated, skipped, failed } = counts;
  if (total === 0) return status === 'completed' ? 'The file has no rows.' : 'The first rows are being read.';
  const added = created === 1 ? '1 contact was added' : `${amountText(created)} contacts were added`;
  const known =
    on_conflict === 'skip' ? `${amountText(skipped)} left unchanged` : `${amountText(updated)} updated`;
  const refused = failed === 0 ? '' : ` ${rowsText(failed)} ${failed === 1 ? 'was' : 'were'} refused.`;
  return `${added} and ${known}.${refused}`;
}

/** The five counts, as names and numbers. */
export function countsOf({ counts }: Pick<ContactImport, 'counts'>): [label: string, count: number][] {
  return [
    ['Rows', counts.total],
    ['Added', counts.created],
    ['Updated', counts.updated],
    ['Unchanged', counts.skipped],
    ['Refused', counts.failed],
  ];
}

/** The use of the columns: `Given name → first_name`. */
export function usedColumns({ columns }: Pick<ContactImport, 'columns'>): string[] {
  return Object.entries(columns?.used ?? {}).map(
    ([name, field]) => `${name || 'A column without a name'} → ${field}`,
  );
}

/** The columns that nothing was read from. */
export function ignoredColumns({ columns }: Pick<ContactImport, 'columns'>): string[] {
  return (columns?.ignored ?? []).map((name) => name || 'A column without a name');
}

/** The words if there are no columns to name. */
export function noColumnsWords({ columns, ...record }: Pick<ContactImport, 'columns' | 'status'>): string {
  if (columns) return 'None';
  return isUnderWay(record) ? 'Not read yet' : 'Not read';
}

/** "4 columns used, 1 left out". */
export function columnsInShort(record: Pick<ContactImport, 'columns' | 'status'>): string {
  const used = usedColumns(record).length;
  if (used === 0) return `Columns: ${noColumnsWords(record).toLowerCase()}`;
  return `${used === 1 ? '1 column' : `${used} columns`} used, ${ignoredColumns(record).length} left out`;
}
