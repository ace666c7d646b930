// Decides when a domain is checked again: often while its owner waits for it, hourly once it is verified, daily for a
// month after it failed. A missed record of a verified domain is looked up again soon, before it counts as a
// failure.
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../platform/time/durations.ts';
import type { RecordWithState } from './domain-status.ts';
import { PATIENCE_MS, type RecordState } from './record-state.ts';

/** The time for which a waiting record is looked up each minute. */
const EAGER_MS = HOUR_MS;
/** Time to the next check after a miss: three checks span the half hour of MISSED_MS. */
const AFTER_MISS_MS = 15 * MINUTE_MS;
/** How long a failed record is looked up. */
const FAILED_MS = 30 * DAY_MS;
/** The random part of intervals, so that domains which were added together are not checked together. */
const SPREAD = 0.1;

/**
 * The time of the next check; null: none is due before a client asks for it.
 * @param random 0 to 1
 */
export function nextCheckAt(
  records: readonly RecordWithState[],
  now: Date,
  random = Math.random(),
): Date | null {
  const needed = records.filter(({ record }) => record.neededFor !== null);
  const failed = needed.filter(isFailedSending);
  // A failed domain waits only for the records that it lacks. The key of a rotation is waited for too.
  const present = [...needed, ...records.filter(isTrackingAwaited)];
  const waited = [...(failed.length > 0 ? failed : present), ...records.filter(isRotation)];
  const waits = waited.map(({ state }) => waitOf(state, now)).filter((wait) => wait !== undefined);
  if (waits.length === 0) return null;
  const wait = Math.min(...waits);
  const spread = wait >= HOUR_MS ? 1 - SPREAD * random : 1;
  return new Date(now.getTime() + wait * spread);
}

function isFailedSending({ record: { neededFor }, state: { status } }: RecordWithState): boolean {
  return neededFor === 'sending' && status === 'failed';
}

function isRotation({ record: { neededFor, record }, state: { status } }: RecordWithState): boolean {
  return neededFor === null && record === 'DKIM' && status !== 'verified';
}

/** Mail is sent without the host of tracked links, but its owner waits for it all the same. */
function isTrackingAwaited({ record: { record }, state: { status, misses } }: RecordWithState): boolean {
  const isOfHost = record === 'Tracking' || record === 'TrackingCAA';
  return isOfHost && (status !== 'verified' || misses > 0);
}

function waitOf({ status, since, misses }: RecordState, now: Date): number | undefined {
  const ageMs = now.getTime() - since.getTime();
  switch (status) {
    case 'not_started':
      return undefined;
    case 'pending':
      if (ageMs < EAGER_MS) return MINUTE_MS;
      if (ageMs < PATIENCE_MS) return HOUR_MS;
      // DNS has not answered since: an answer would decide.
      return ageMs < PATIENCE_MS + FAILED_MS ? DAY_MS : undefined;
    case 'verified':
      return misses > 0 ? AFTER_MISS_MS : HOUR_MS;
    case 'temporary_failure':
      return HOUR_MS;
    case 'failed':
      return ageMs < FAILED_MS ? DAY_MS : undefined;
  }
}
