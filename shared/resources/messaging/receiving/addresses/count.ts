// Counts what each address has received, in the transaction that announces a message: the counts outlive the mail.
import { addressKey } from '../../../../mail/addresses.ts';
import type { Transaction } from '../../../../platform/db/transaction.ts';
import { STORED_ADDRESSES_MAX } from './list.ts';

/** An email that was received for addresses of an account. */
interface Counted {
  accountId: string;
  receivedFor: readonly string[];
  createdAt: Date;
}

/**
 * A sender may make up addresses: if as many as are stored have received within the hour, no new one is added. The counts
 * of those that are known continue.
 */
const COUNT = `
  WITH received AS MATERIALIZED (
    SELECT account_id, address, count(*) AS count, max(received_at) AS received_at
    FROM unnest($1::uuid[], $2::text[], $3::timestamptz[]) AS received (account_id, address, received_at)
    GROUP BY account_id, address
  ), crowded AS MATERIALIZED (
    SELECT account_id FROM (SELECT account_id, max(received_at) AS at FROM received GROUP BY account_id) AS account
    WHERE EXISTS (
      SELECT FROM received_addresses AS recent
      WHERE recent.account_id = account.account_id AND last_received_at > account.at - interval '1 hour'
      OFFSET ${STORED_ADDRESSES_MAX - 1})
  )
  INSERT INTO received_addresses AS counted (account_id, address, count, last_received_at)
  SELECT account_id, address, count, received_at FROM received
  WHERE account_id NOT IN (SELECT account_id FROM crowded) OR EXISTS (
    SELECT FROM received_addresses AS known
    WHERE known.account_id = received.account_id AND known.address = received.address)
  ORDER BY account_id, address
  ON CONFLICT (account_id, address) DO UPDATE
    SET count = counted.count + excluded.count,
        last_received_at = greatest(counted.last_received_at, excluded.last_received_at)`;

/** Counts emails at the addresses that received them. */
export async function countAddresses(transaction: Transaction, emails: readonly Counted[]): Promise<void> {
  const rows = emails.flatMap(({ accountId, receivedFor, createdAt }) =>
    [...new Set(receivedFor.map(addressKey))].map((address) => ({ accountId, address, createdAt })),
  );
  await transaction.query({
    name: 'count-received-addresses',
    text: COUNT,
    values: [
      rows.map(({ accountId }) => accountId),
      rows.map(({ address }) => address),
      rows.map(({ createdAt }) => createdAt),
    ],
  });
}
