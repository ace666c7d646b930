// Adds addresses to the suppression list of their account: no more mail is sent to them until they are removed. The
// additions are announced to webhooks in the same transaction.
import type { Transaction } from '../../../platform/db/transaction.ts';
import type { QueueProducer } from '../../../platform/queues/connect.ts';
import { fanOutEvents } from '../../foundation/webhooks/fan-out.ts';
import { suppressionEvents } from './event-data.ts';
import { SUPPRESSION_COLUMNS, type Suppression } from './suppression.ts';

/** Entries are inserted in the order of their key (docs/architecture/guarantees.md#lock-order). */
const insertOr = (conflictAction: string): string => `
  INSERT INTO suppressions AS known (id, account_id, address, reason, email_id, created_at, smtp_reply, report_id, bounced_at)
  SELECT *, CASE WHEN reason = 'bounce' THEN created_at END FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::uuid[], $6::timestamptz[], $7::text[],
      $8::uuid[])
    AS entry (id, account_id, address, reason, email_id, created_at, smtp_reply, report_id)
  ORDER BY account_id, address
  ON CONFLICT (account_id, address) ${conflictAction}
  RETURNING ${SUPPRESSION_COLUMNS}`;

const INSERT = {
  name: 'insert-suppressions',
  text: insertOr(`DO UPDATE SET bounced_at = greatest(known.bounced_at, excluded.bounced_at)
                  WHERE excluded.bounced_at IS NOT NULL`),
};

const INSERT_OR_READ = {
  name: 'insert-or-read-suppressions',
  text: insertOr('DO UPDATE SET address = excluded.address'),
};

/**
 * Inserts entries. An address that is already on the list keeps its entry, which notes that it has bounced again, and so
 * does the first of several entries for one address.
 */
export async function insertSuppressions(
  transaction: Transaction,
  suppressions: readonly Suppression[],
  queues: QueueProducer,
): Promise<void> {
  await insert(transaction, INSERT, suppressions, queues);
}

/**
 * Inserts entries and reads those that exist already. The conflict clause changes nothing, but it locks such an entry
 * and returns it: a second statement would have to find it, and another transaction could have removed it in between.
 * @returns the entry of each address, new or old, once, in no order
 */
export function insertOrReadSuppressions(
  transaction: Transaction,
  suppressions: readonly Suppression[],
  queues: QueueProducer,
): Promise<Suppression[]> {
  return insert(transaction, INSERT_OR_READ, suppressions, queues);
}

async function insert(
  transaction: Transaction,
  statement: { name: string; text: string },
  suppressions: readonly Suppression[],
  queues: QueueProducer,
): Promise<Suppression[]> {
  if (suppressions.length === 0) return [];
  const entries = firstOfEachAddress(suppressions);
  const { rows } = await transaction.query<Suppression>({
    ...statement,
    values: [
      entries.map(({ id }) => id),
      entries.map(({ accountId }) => accountId),
      entries.map(({ address }) => address),
      entries.map(({ origin }) => origin),
      entries.map(({ emailId }) => emailId),
      entries.map(({ createdAt }) => createdAt),
      entries.map(({ smtpReply }) => smtpReply),
      entries.map(({ reportId }) => reportId),
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
