// Begins an import, or continues it: imports of an account run one after the other, the oldest first, so that the order
// of two files decides which of their values stays.
import type { Database } from '../../../platform/db/connect.ts';
import type { Claim } from '../../../platform/work/work-table.ts';
import { FULL_CONTACT_IMPORT_COLUMNS, type FullContactImport } from '../contact-import.ts';

/** `blocked`: an older import of the account has not ended. `lost`: the import has ended, or another worker has it. */
export type BegunImport = FullContactImport | 'blocked' | 'lost';

const BEGIN = `
  UPDATE contact_imports AS mine SET status = 'in_progress'
  WHERE id = $1 AND claim_token = $2 AND status IN ('queued', 'in_progress')
    AND NOT EXISTS (SELECT FROM contact_imports AS older
                    WHERE older.account_id = mine.account_id AND older.status IN ('queued', 'in_progress')
                      AND older.id < mine.id)
  RETURNING ${FULL_CONTACT_IMPORT_COLUMNS}`;

/** Begins a claimed import. */
export async function beginImport(database: Database, { id, token }: Claim): Promise<BegunImport> {
  const { rows } = await database.query<FullContactImport>({
    name: 'begin-contact-import',
    text: BEGIN,
    values: [id, token],
  });
  if (rows[0]) return rows[0];
  return (await isStillClaimed(database, { id, token })) ? 'blocked' : 'lost';
}

/** Whether an import is still to be run under this claim: it may have been canceled, or taken over. */
export async function isStillClaimed(database: Database, { id, token }: Claim): Promise<boolean> {
  const { rowCount } = await database.query({
    name: 'find-claimed-contact-import',
    text: `SELECT FROM contact_imports
           WHERE id = $1 AND claim_token = $2 AND status IN ('queued', 'in_progress')`,
    values: [id, token],
  });
  return rowCount === 1;
}
