// Stores the rows of a file that were not imported, with the reason.

import { textArrayLiteral } from '../../../../platform/db/parameters/array-literal.ts';
import type { Transaction } from '../../../../platform/db/transaction.ts';
import type { Ids } from '../../../../platform/time/ids.ts';

/** A row that was not imported. */
export interface NewFailure {
  row: number;
  reason: string;
  cells: readonly string[];
}

/** The stored characters of a cell, and of all cells of a row: a row may have megabytes. */
const CELL_LENGTH_MAX = 2_000;
const CELLS_LENGTH_MAX = 20_000;
const CUT = '…';

/** Stores failures, in the order of their rows. */
export async function insertFailures(
  client: Transaction,
  ids: Ids,
  { id, accountId }: { id: string; accountId: string },
  failures: readonly NewFailure[],
): Promise<void> {
  if (failures.length === 0) return;
  await client.query({
    name: 'insert-import-failures',
    text: `INSERT INTO contact_import_failures (id, import_id, account_id, row, reason, cells)
           SELECT failure.id, $1, $2, failure.row, failure.reason, failure.cells::text[]
           FROM unnest($3::uuid[], $4::integer[], $5::text[], $6::text[]) AS failure (id, row, reason, cells)`,
    values: [
      id,
      accountId,
      failures.map(() => ids.next()),
      failures.map(({ row }) => row),
      failures.map(({ reason }) => reason),
      failures.map(({ cells }) => textArrayLiteral(storableCells(cells))),
    ],
  });
}

/** Cells that Postgres can store. Longer texts are cut, and a mark shows this. */
export function storableCells(cells: readonly string[]): string[] {
  const kept: string[] = [];
  let left = CELLS_LENGTH_MAX;
  for (const cell of cells) {
    if (left <= 0) return [...kept, CUT];
    const length = Math.min(CELL_LENGTH_MAX, left);
    const text = cell.length > length ? `${cell.slice(0, length).toWellFormed()}${CUT}` : cell;
    kept.push(text.replaceAll('\0', '\ufffd'));
    left -= cell.length + 1;
  }
  return kept;
}
