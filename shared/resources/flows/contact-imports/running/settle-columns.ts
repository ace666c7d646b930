// Decides about the columns of a file when its header is read, once for all runs of the import: creates missing
// properties, if the account has room for them, and records the used and ignored columns.

import type { Transaction } from '../../../../platform/db/transaction.ts';
import { transaction } from '../../../../platform/db/transaction.ts';
import { findContactProperties } from '../../../audience/contact-properties/find.ts';
import { insertMissingProperties, roomForProperties } from '../../../audience/contact-properties/insert.ts';
import { lockAccount } from '../../../foundation/accounts/lock.ts';
import type { ImportColumns } from '../contact-import.ts';
import { nameInRecord } from '../name-in-record.ts';
import { assignColumns, type Columns, existingColumns, fieldsOf } from '../parsing/columns.ts';
import { recallColumns } from '../parsing/recall-columns.ts';
import { ImportLostError, type RunningImport, type WriteChunkDeps } from './write-chunk.ts';

/**
 * Finds the columns of a running import.
 * @throws UnreadableFileError when the header does not have them; ImportLostError
 */
export async function settleColumns(
  { database, ids }: Pick<WriteChunkDeps, 'database' | 'ids'>,
  { importing, claim, now }: RunningImport,
  header: readonly string[],
): Promise<Columns> {
  const { accountId, columns: settled } = importing;
  if (settled)
    return recallColumns(header, importing, settled, await findContactProperties(database, accountId));
  return await transaction(database, async (client) => {
    await lockAccount(client, accountId);
    const existing = await findContactProperties(client, accountId);
    const assigned = assignColumns(header, importing, existing);
    const keys = new Set(existing.map(({ key }) => key));
    const missing = assigned.properties.filter(({ key }) => !keys.has(key));
    const fitting = missing.slice(0, roomForProperties(existing.length));
    const made = await insertMissingProperties(client, ids, { accountId, now }, fitting);
    const columns = existingColumns(header, assigned, [...existing, ...made]);
    await store(client, claim, describe(columns));
    return columns;
  });
}

function describe(columns: Columns): ImportColumns {
  const { header } = columns;
  const fields = fieldsOf(columns);
  const used = new Set(fields.map(([position]) => position));
  return {
    used: fields.map(([position, field]) => [position, nameInRecord(header[position] ?? ''), field]),
    ignored: header.filter((_, position) => !used.has(position)).map(nameInRecord),
  };
}

async function store(
  client: Transaction,
  { id, token }: RunningImport['claim'],
  columns: ImportColumns,
): Promise<void> {
  const { rowCount } = await client.query({
    name: 'settle-import-columns',
    text: `UPDATE contact_imports SET columns = $3 WHERE id = $1 AND claim_token = $2 AND status = 'in_progress'`,
    values: [id, token, JSON.stringify(columns)],
  });
  if (rowCount !== 1) throw new ImportLostError('The import was canceled or taken over.');
}
