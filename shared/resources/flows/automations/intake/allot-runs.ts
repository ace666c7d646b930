// Decides in which lane the runs begin that an event starts or wakes, and which of them begin awake: an account that brings
// more than its share waits for its turn with the rest, in the lane of those that time wakes
// (shared/platform/work/turns/awake-shares.ts).
import type { AwakeShares } from '../../../../platform/work/turns/awake-shares.ts';
import type { NewRun } from './insert-runs.ts';
import type { NotifiedRun } from './listening-runs.ts';

/** Sets where runs begin. Those that are started many at a time are born asleep, and woken at once by their events. */
export function allotRuns(
  newRuns: readonly NewRun[],
  notified: readonly NotifiedRun[],
  shares: AwakeShares,
): void {
  const allot = (run: Pick<NewRun, 'accountId' | 'lane' | 'beginsAwake'>) => {
    const initialTurn = shares.begin(run.accountId);
    run.lane = initialTurn === 'first' ? 'event' : 'timer';
    run.beginsAwake = initialTurn !== 'waiting';
  };
  for (const run of newRuns) if (run.lane !== 'bulk') allot(run);
  for (const run of notified)
    if (run.lane === 'bulk') run.beginsAwake = run.wakes;
    else if (run.wakes) allot(run);
}
