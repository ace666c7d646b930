// Stores the erasure of a person (DELETE /contacts/:id?erase=true) as a row of work, in the transaction that deletes the
// contacts; a job executes it (step.ts, docs/architecture/erasure.md).
import type { Transaction } from '../../../platform/db/transaction.ts';
import type { QueueProducer } from '../../../platform/queues/connect.ts';
import { contactErasureQueue } from './queue.ts';

/** A person to erase. */
export interface NewErasure {
  id: string;
  accountId: string;
  /** In key form (shared/mail/addresses.ts). */
  emailKey: string;
  /** First and last names of the deleted contacts, in any order; empty ones and repetitions do no harm. */
  names: readonly (string | null)[];
  /** The deleted contacts. A request log may name a contact by its id alone. */
  contactIds?: readonly string[];
  now: Date;
}

const START = `
  INSERT INTO contact_erasures
    (id, account_id, email_key, names, contact_ids, phase, next_attempt_at, woken_at, created_at)
  VALUES ($1, $2, $3, $4, $5, 'scheduled', $6, clock_timestamp(), $6)`;

/** Stores an erasure and, after the commit, wakes the job that executes it. */
export async function startErasure(
  transaction: Transaction,
  { id, accountId, emailKey, names, contactIds = [], now }: NewErasure,
  queues: QueueProducer,
): Promise<void> {
  const known = [...new Set(names.flatMap((name) => name?.trim() || []))];
  await transaction.query({
    name: 'start-erasure',
    text: START,
    values: [id, accountId, emailKey, known, contactIds, now],
  });
  transaction.afterCommit(() => queues.wake(contactErasureQueue, [id]));
}
