// Stores the erasure of a person (DELETE /contacts/:id?erase=true) as a row of work, in the transaction that deletes the
// contacts; a job executes it (step.ts, docs/architecture/erasure.md).
import type { Transaction } from '../../../platform/db/transaction.ts';
import type { QueueProducer } from '../../../platform/queues/connect.ts';
import { takeFormerIds } from '../../audience/contacts/delete.ts';
import { erasureWork } from './work.ts';

/** A person to erase. */
export interface NewErasure {
  id: string;
  accountId: string;
  /** The address in key form (shared/mail/addresses.ts). */
  emailKey: string;
  /**
   * The deleted contacts: events, runs and request logs may name a contact by its id alone. Those of the first thousand
   * are found. Contacts of the address that were deleted before are added.
   */
  contactIds?: readonly string[];
  now: Date;
}

/** An address has one contact per audience. Every id is compared with each log. */
const CONTACT_IDS_MAX = 1_000;

/** The column of names is for releases that also erased names from texts. */
const START = `
  INSERT INTO contact_erasures
    (id, account_id, email_key, names, contact_ids, phase, next_attempt_at, woken_at, created_at)
  VALUES ($1, $2, $3, '{}', $4, 'scheduled', $5, clock_timestamp(), $5)`;

/** Stores an erasure and, after the commit, wakes the job that executes it. */
export async function startErasure(
  transaction: Transaction,
  { id, accountId, emailKey, contactIds = [], now }: NewErasure,
  queues: QueueProducer,
): Promise<void> {
  const all = new Set([...contactIds, ...(await takeFormerIds(transaction, { accountId, emailKey }))]);
  await transaction.query({
    name: 'start-erasure',
    text: START,
    values: [id, accountId, emailKey, [...all].slice(0, CONTACT_IDS_MAX), now],
  });
  transaction.afterCommit(() => queues.wake(erasureWork.queue, [id]));
}
