// Removes the counts of addresses beyond the latest ones of their account: a sender that makes up addresses must not fill
// the table.
import type { Database } from '../../../../platform/db/connect.ts';
import { STORED_ADDRESSES_MAX } from './list.ts';

const REMOVED_AT_ONCE = 1_000;

/** Accounts are found one by one in their index; each with the time of its last address that stays. */
const REMOVE = `
  WITH RECURSIVE account AS (
    (SELECT account_id AS id FROM received_addresses ORDER BY account_id LIMIT 1)
    UNION ALL
    SELECT (SELECT account_id FROM received_addresses WHERE account_id > account.id ORDER BY account_id LIMIT 1)
    FROM account WHERE account.id IS NOT NULL
  ), old AS (
    SELECT account_id, address FROM account CROSS JOIN LATERAL (
      SELECT account_id, address FROM received_addresses WHERE account_id = account.id
      ORDER BY last_received_at DESC OFFSET ${STORED_ADDRESSES_MAX} LIMIT ${REMOVED_AT_ONCE}) AS beyond
    LIMIT ${REMOVED_AT_ONCE}
  )
  DELETE FROM received_addresses AS kept USING old
  WHERE kept.account_id = old.account_id AND kept.address = old.address`;

/** Removes a piece. @returns whether there may be more */
export async function removeOldAddresses(database: Database): Promise<boolean> {
  const { rowCount } = await database.query(REMOVE);
  return rowCount === REMOVED_AT_ONCE;
}
