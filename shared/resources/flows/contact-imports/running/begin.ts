// Begins an import, or continues it: imports of an account run one after the other, the oldest first, so that the order
// of two files decides which of their values stays.
import type { Database } from '../../../../platform/db/connect.ts';
import { SQLSTATES, sqlstateOf } from '../../../../platform/failures/sqlstates.ts';
import type { Claim } from '../../../../platform/work/work-table.ts';
import { FULL_CONTACT_IMPORT_COLUMNS, type FullContactImport } from '../contact-import.ts';

/**
 * `blocked`: another import of the account is in progress, or is first. `lost`: the import has ended, or another worker
 * has it.
 */
export type BegunImport = FullContactImport | 'blocked' | 'lost';

const BEGIN = `
  UPDATE contact_imports AS mine SET status = 'in_progress'
  WHERE id = $1 AND claim_token = $2 AND status IN ('queued', 'in_progress')
    AND NOT EXISTS (SELECT FROM contact_imports AS other
                    WHERE other.account_id = mine.account_id AND other.id <> mine.id
                      AND (other.status = 'in_progress'
                           OR (mine.status = 'queued' AND other.status = 'queued' AND other.id < mine.id)))
  RETURNING ${FULL_CONTACT_IMPORT_COLUMNS}`;

/** Begins a claimed import. */
export async function beginImport(database: Database, { id, token }: Claim): Promise<BegunImport> {
  const begun = await tryToBegin(database, { id, token });
  if (begun) return begun;
  return (await isStillClaimed(database, { id, token })) ? 'blocked' : 'lost';
}

/** Two that begin at the same moment may not see each other; then the index of running imports refuses one. */
async function tryToBegin(database: Database, { id, token }: Claim): Promise<FullContactImport | undefined> {
  try {
    const { rows } = await database.query<FullContactImport>({
      name: 'begin-contact-import',
      text: BEGIN,
      values: [id, token],
    });
    return rows[0];
  } catch (error) {
    if (sqlstateOf(error) === SQLSTATES.uniqueViolation) return undefined;
    throw error;
  }
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
