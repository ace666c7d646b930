// Takes a person out of the rows that were not imported: a row that has the address loses all of its cells, because
// anything else in them may be about the person too. Its number and its reason stay, so the counts of the import do.
import type { Transaction } from '../../../../platform/db/transaction.ts';
import { mapInTurns } from '../../../../platform/sharing/turns.ts';
import { NIL_UUID } from '../../../../platform/time/ids.ts';
import type { Eraser } from '../../../foundation/erasing/eraser.ts';
import type { FoundPage, FoundRow } from '../../../foundation/erasing/found-rows.ts';
import { erasingTraces } from '../../../foundation/erasing/phase.ts';

/** Some megabytes at most (insert.ts). */
const PAGE = 500;

/** The order by account makes Postgres use the account's own index (shared/platform/db/page.ts). */
const MENTIONING = `
  SELECT id, octet_length(text) AS bytes, (text ~* $2 OR text ~ $4) AS "isFound"
  FROM (SELECT id, account_id, array_to_string(cells, E'\\n') AS text FROM contact_import_failures
        WHERE account_id = ANY($1::uuid[]) AND id > $3 ORDER BY account_id, id LIMIT ${PAGE}) AS failures
  ORDER BY id`;

/** Looks at failures of an account. */
export async function findMentioningFailures(
  client: Transaction,
  { patterns: [pattern, inBase64] }: Eraser,
  { accountId, after }: { accountId: string; after: string },
): Promise<FoundPage> {
  const { rows } = await client.query<FoundRow>({
    name: 'find-failures-mentioning-person',
    text: MENTIONING,
    values: [[accountId], pattern, after, inBase64],
  });
  return { rows, isEnd: rows.length < PAGE };
}

/** Erases a person from failures of an account. */
export async function eraseFailures(
  client: Transaction,
  accountId: string,
  ids: readonly string[],
  eraser: Eraser,
): Promise<void> {
  if (ids.length === 0) return;
  const { rows } = await client.query<{ importId: string; id: string; cells: string[] }>({
    name: 'lock-failures-to-erase',
    text: `SELECT import_id AS "importId", id, cells FROM contact_import_failures
           WHERE account_id = $1 AND id = ANY($2::uuid[]) ORDER BY import_id, id FOR NO KEY UPDATE`,
    values: [accountId, ids],
  });
  const concerned = await mapInTurns(rows, (failure) =>
    failure.cells.some((cell) => eraser.isIn(cell)) ? [failure.id] : [],
  );
  await client.query({
    name: 'erase-import-failures',
    text: `UPDATE contact_import_failures SET cells = '{}' WHERE account_id = $1 AND id = ANY($2::uuid[])`,
    values: [accountId, concerned.flat()],
  });
}

export const importFailuresPhase = erasingTraces({
  first: NIL_UUID,
  find: findMentioningFailures,
  erase: eraseFailures,
});
