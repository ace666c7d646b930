// Stores the removal of the rest of a deleted audience (its contacts), segment (its memberships) or topic (its choices)
// as a row of work, in the transaction that hides it; a job executes it (../cleanup/step.ts). A million rows would be
// too many for a request.
import type { Transaction } from '../../../platform/db/transaction.ts';
import type { QueueProducer } from '../../../platform/queues/connect.ts';
import { DAY_MS } from '../../../platform/time/durations.ts';
import { REMOVAL_QUEUE, type Removal } from './removal.ts';

const START = `
  INSERT INTO audience_removals (id, account_id, kind, next_attempt_at, woken_at, created_at)
  SELECT id, account_id, kind, due_at, CASE WHEN due_at <= $5 THEN clock_timestamp() END, $5
  FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::timestamptz[]) AS removal (id, account_id, kind, due_at)`;

/**
 * How long the choices of a deleted topic stay: emails with the topic may be scheduled 30 days ahead, be retried for 3
 * days and wait for the end of a pause, and people who have opted out must not get them (topics/choices/opted-out.ts).
 */
const TOPIC_CHOICES_KEPT_MS = 60 * DAY_MS;

/** Stores removals and, after the commit, wakes the job that executes them; removals of topics become due later. */
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
    values: [
      ids,
      removals.map(({ accountId }) => accountId),
      removals.map(({ kind }) => kind),
      removals.map(dueAt),
      first.now,
    ],
  });
  const due = removals.filter(({ kind }) => kind !== 'topic').map(({ id }) => id);
  if (due.length > 0) transaction.afterCommit(() => queues.wake(REMOVAL_QUEUE, due));
}

function dueAt({ kind, now }: Removal): Date {
  return kind === 'topic' ? new Date(now.getTime() + TOPIC_CHOICES_KEPT_MS) : now;
}
