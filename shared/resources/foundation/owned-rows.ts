// Rows of an account, by which its deletion removes them (docs/architecture/account-deletion.md), and the rows by which it finds
// rows of other tables.
import type {
  FindParent,
  KeyColumn,
  RemovedParent,
  RemovedRows,
} from '../../platform/removal/removed-rows.ts';

export const ID_KEY: KeyColumn = ['id', 'uuid'];
export const EMAIL_KEY: KeyColumn = ['email_key', 'text'];

/** Rows that have the id of their account. */
export function ownedRows(table: string, ...key: KeyColumn[]): RemovedRows {
  return { table, column: 'account_id', key };
}

/** @param ref the column that the other tables name */
export function parentsIn(table: string, ref = 'id'): FindParent {
  const text = `SELECT id, ${ref} AS ref FROM ${table} WHERE account_id = $1 AND id > $2 ORDER BY id LIMIT 1`;
  return async (client, accountId, after) => {
    const name = `find-next-of-removed-${table}-${ref}`;
    const { rows } = await client.query<RemovedParent>({ name, text, values: [accountId, after] });
    return rows[0];
  };
}
