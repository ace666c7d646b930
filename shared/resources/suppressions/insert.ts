// Adds addresses to the suppression list of their account: no more mail is sent to them until they are removed. The
// additions are announced to webhooks in the same transaction.
import type { Transaction } from '../../platform/db/transaction.ts';
import type { QueueProducer } from '../../platform/queues/connect.ts';
import { fanOutEvents } from '../webhooks/fan-out.ts';
import { suppressionEvents } from './event-data.ts';
import { SUPPRESSION_COLUMNS, type Suppression } from './suppression.ts';

/**
 * The conflict clause changes nothing, but it locks the entry that exists already and returns it. With DO NOTHING a
 * second statement would have to find it, which another transaction could have removed in between. Entries are locked
 * in the order of their key (docs/architecture/guarantees.md#lock-order).
 */
const INSERT = `
  INSERT INTO suppressions (id, account_id, address, reason, email_id, created_at, smtp_reply)
  SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::uuid[], $6::timestamptz[], $7::text[])
    AS entry (id, account_id, address, reason, email_id, created_at, smtp_reply)
  ORDER BY account_id, address
  ON CONFLICT (account_id, address) DO UPDATE SET address = excluded.address
  RETURNING ${SUPPRESSION_COLUMNS}`;

/**
 * Inserts entries. An address that is already on the list keeps its entry, and so does the first of several entries for
 * one address.
 * @returns the entry of each address, new or old, once, in no order
 */
export async function insertSuppressions(
  transaction: Transaction,
  suppressions: readonly Suppression[],
  queues: QueueProducer,
): Promise<Suppression[]> {
  if (suppressions.length === 0) return [];
  const entries = firstOfEachAddress(suppressions);
  const { rows } = await transaction.query<Suppression>({
    name: 'insert-suppressions',
    text: INSERT,
    values: [
      entries.map(({ id }) => id),
      entries.map(({ accountId }) => accountId),
      entries.map(({ address }) => address),
      entries.map(({ origin }) => origin),
      entries.map(({ emailId }) => emailId),
      entries.map(({ createdAt }) => createdAt),
      entries.map(({ smtpReply }) => smtpReply),
    ],
  });
  const stored = new Set(rows.map(({ id }) => id));
  const added = entries.filter(({ id }) => stored.has(id));
  await fanOutEvents(transaction, suppressionEvents('suppression.added', added), queues);
  return rows;
}

/** One statement cannot touch an entry twice. */
function firstOfEachAddress(suppressions: readonly Suppression[]): Suppression[] {
  const first = new Map<string, Suppression>();
  for (const suppression of suppressions) {
    const key = `${suppression.accountId} ${suppression.address}`;
    if (!first.has(key)) first.set(key, suppression);
  }
  return [...first.values()];
}
