// Runs, one kind of work for each lane: a row is a contact on its way through an automation, due when its pause ends. A run
// that has moved has no attempts, so those that it has are tries that a bug has ended.
import { defineWork, type WorkKind } from '../../../platform/work/define-work.ts';
import type { RunLane } from './lane.ts';
import { WHY_BULK_RUN_SLEEPS, wakeBulkRuns } from './wake-bulk.ts';

const RUNS = {
  job: 'advance-automation-run',
  table: 'automation_runs',
  // A run that sleeps in a delay or waits for an event is not a retry.
  retryWhen: 'attempts > 0 OR postponed_at IS NOT NULL',
  // While a run is running, its reason is why its step is not done yet.
  lastAnswer: 'reason',
  about: `jsonb_build_object('account_id', account_id, 'automation_id', automation_id, 'contact_id', contact_id,
    'step', step_key, 'wait_until', wait_until, 'postponed_at', postponed_at)`,
};
/** After an outage a day of pauses may have ended. */
const DUE_PER_TICK = 5_000;

const ofLane = (lane: RunLane) => `lane = '${lane}'`;

export const eventRunsWork = defineWork({
  ...RUNS,
  group: 'automation',
  queue: 'automation',
  concurrency: 4,
  duePerTick: DUE_PER_TICK,
  rows: ofLane('event'),
});

export const timerRunsWork = defineWork({
  ...RUNS,
  group: 'automation',
  queue: 'automation-timer',
  // Fewer than events have, which share the process.
  concurrency: 2,
  duePerTick: DUE_PER_TICK,
  name: 'automation_runs_timer',
  rows: ofLane('timer'),
});

export const bulkRunsWork = defineWork(
  {
    ...RUNS,
    group: 'bulk',
    queue: 'automation-bulk',
    concurrency: 2,
    name: 'automation_runs_bulk',
    rows: ofLane('bulk'),
    // A million of them may be due and wait for their turn: they are no fault, and must not hide one.
    held: { when: 'true', why: WHY_BULK_RUN_SLEEPS },
  },
  (runs) => ({ ...runs, markDue: wakeBulkRuns }),
);

/** The work that moves the runs of each lane. */
export const RUNS_WORK: Readonly<Record<RunLane, WorkKind>> = {
  event: eventRunsWork,
  timer: timerRunsWork,
  bulk: bulkRunsWork,
};
