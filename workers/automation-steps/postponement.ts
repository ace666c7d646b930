// When a step is tried again that a passing refusal has postponed.
import type { DomainError } from '../../shared/contract/domain-error.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../shared/platform/time/durations.ts';

/** A step waits so long for a refusal to pass; then it fails (docs/reference/automation-runs.md). */
const POSTPONED_MAX_MS = 72 * HOUR_MS;
/** A used-up quota says nothing about the next try; the interval grows with the time that has passed. */
const FIRST_INTERVAL_MS = 5 * MINUTE_MS;
const SHORTEST_INTERVAL_MS = 5 * SECOND_MS;
/** The cause of a refusal may end sooner than it says, for example when the account changes its plan. */
const LONGEST_INTERVAL_MS = HOUR_MS;

/** A step that is postponed. */
export interface Postponement {
  at: Date;
  /** Since when. */
  postponedAt: Date;
}

/** @returns undefined: it has waited long enough */
export function postpone(
  refusal: Pick<DomainError, 'retryAfterSeconds'>,
  before: Date | null,
  now: Date,
): Postponement | undefined {
  const postponedAt = before ?? now;
  const waitedMs = now.getTime() - postponedAt.getTime();
  if (waitedMs >= POSTPONED_MAX_MS) return undefined;
  const asked = refusal.retryAfterSeconds;
  const intervalMs = asked === undefined ? Math.max(FIRST_INTERVAL_MS, waitedMs / 4) : asked * SECOND_MS;
  const bounded = Math.min(Math.max(intervalMs, SHORTEST_INTERVAL_MS), LONGEST_INTERVAL_MS);
  const end = postponedAt.getTime() + POSTPONED_MAX_MS;
  return { at: new Date(Math.min(now.getTime() + bounded, end)), postponedAt };
}
