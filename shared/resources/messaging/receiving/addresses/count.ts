// Counts what each address has received, in the transaction that announces a message: the counts outlive the mail.
import { addressKey } from '../../../../mail/addresses.ts';
import type { Transaction } from '../../../../platform/db/transaction.ts';

/** An email that was received for addresses of an account. */
interface Counted {
  accountId: string;
  receivedFor: readonly string[];
  createdAt: Date;
}

const COUNT = `
  INSERT INTO received_addresses AS counted (account_id, address, count, last_received_at)
  SELECT account_id, address, count(*), max(received_at)
  FROM unnest($1::uuid[], $2::text[], $3::timestamptz[]) AS received (account_id, address, received_at)
  GROUP BY account_id, address ORDER BY account_id, address
  ON CONFLICT (account_id, address) DO UPDATE
    SET count = counted.count + excluded.count,
        last_received_at = greatest(counted.last_received_at, excluded.last_received_at)`;

/** Counts emails at the addresses for which they came. */
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
