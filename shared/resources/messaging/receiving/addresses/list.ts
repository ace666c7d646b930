// Lists the addresses of an account that have received mail, with the counts: the most recent are first.
import type { Queryable } from '../../../../platform/db/connect.ts';

/** The most addresses of an account that are stored and listed: any sender may make up new ones. */
export const STORED_ADDRESSES_MAX = 10_000;

/** An address and what it has received, also of mail that is deleted. */
export interface ReceivingAddress {
  address: string;
  count: number;
  lastReceivedAt: Date;
}

/** Lists addresses. */
export async function listReceivingAddresses(
  database: Queryable,
  accountId: string,
): Promise<ReceivingAddress[]> {
  const { rows } = await database.query<Omit<ReceivingAddress, 'count'> & { count: string }>({
    name: 'list-receiving-addresses',
    text: `SELECT address, count, last_received_at AS "lastReceivedAt" FROM received_addresses
           WHERE account_id = $1 ORDER BY last_received_at DESC LIMIT ${STORED_ADDRESSES_MAX}`,
    values: [accountId],
  });
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}
