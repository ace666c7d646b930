// Stores the removal of what is left of a deleted audience (its contacts), segment (its memberships) or topic (its
// choices) as a row of work, in the transaction that hides it; a job executes it (step.ts). A million rows would be too
// many for a request.
import type { Transaction } from '../../../platform/db/transaction.ts';
import type { QueueProducer } from '../../../platform/queues/connect.ts';
import { audienceRemovalQueue } from './queue.ts';

/** What was deleted. */
export interface Removal {
  /** Of the audience, segment or topic. */
  id: string;
  accountId: string;
  kind: 'audience' | 'segment' | 'topic';
  now: Date;
}

const START = `
  INSERT INTO audience_removals (id, account_id, kind, next_attempt_at, woken_at, created_at)
  SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS removal (id, account_id, kind),
    (VALUES ($4::timestamptz, clock_timestamp(), $4::timestamptz)) AS times (due, woken, created)`;

/** Stores removals and, after the commit, wakes the job that executes them. */
export async function startRemovals(
  transaction: Transaction,
  removals: readonly Removal[],
  queues: QueueProducer,
): Promise<void> {
  const [first] = removals;
  if (!first) return;
  const ids = removals.map(({ id }) => id);
  await transaction.query({
    name: 'start-removals',
    text: START,
    values: [ids, removals.map(({ accountId }) => accountId), removals.map(({ kind }) => kind), first.now],
  });
  transaction.afterCommit(() => queues.wake(audienceRemovalQueue, ids));
}
