// Stores that a segment is to be counted as a row of work; a job counts it (step.ts). A count is as old as its
// `counted_at` says; a segment is only counted again when a client reads it.
import type { Queryable } from '../../../../platform/db/connect.ts';
import type { Transaction } from '../../../../platform/db/transaction.ts';
import type { QueueProducer } from '../../../../platform/queues/connect.ts';
import { MINUTE_MS } from '../../../../platform/time/durations.ts';
import { NIL_UUID } from '../../../../platform/time/ids.ts';
import type { Segment } from '../segment.ts';
import { recountWork } from './work.ts';

/** A count that is shown is made again when it is older. */
const FRESH_MS = 10 * MINUTE_MS;

/** Dependencies of starting. */
export interface RecountDeps {
  database: Queryable;
  queues: QueueProducer;
}

/** Starts to count those segments that have no count or an old one. */
export async function recountOld(deps: RecountDeps, segments: readonly Segment[], now: Date): Promise<void> {
  const isOld = ({ countedAt }: Segment) => !countedAt || now.getTime() - countedAt.getTime() > FRESH_MS;
  await startRecounts(deps, segments.filter(isOld), now);
}

const START = `
  INSERT INTO segment_recounts (id, account_id, position, next_attempt_at, woken_at, created_at)
  SELECT id, account_id, '${NIL_UUID}', $3, clock_timestamp(), $3
  FROM unnest($1::uuid[], $2::uuid[]) AS given (id, account_id) ORDER BY id
  ON CONFLICT (id) DO NOTHING RETURNING id`;

/** Starts to count segments, except those that are being counted. */
export async function startRecounts(
  { database, queues }: RecountDeps,
  segments: readonly Segment[],
  now: Date,
): Promise<void> {
  if (segments.length === 0) return;
  const { rows } = await database.query<{ id: string }>({
    name: 'start-recounts',
    text: START,
    values: [segments.map(({ id }) => id), segments.map(({ accountId }) => accountId), now],
  });
  queues.wake(
    recountWork.queue,
    rows.map(({ id }) => id),
  );
}

/** Ends the counting of a segment, also while a worker counts: it no longer finds the row, and records nothing. */
export async function endRecount(transaction: Transaction, id: string): Promise<void> {
  await transaction.query({
    name: 'end-recount',
    text: 'DELETE FROM segment_recounts WHERE id = $1',
    values: [id],
  });
}
