// Runs, one kind of work for each lane: a row is a contact on its way through an automation, due when its pause ends. A run
// that has moved has no attempts, so those that it has are tries that a bug has ended.
import { defineWork, type WorkKind } from '../../../../platform/work/define-work.ts';
import { holdOfTurns, waitsForTurn } from '../../../../platform/work/turns/turns.ts';
import { BULK_WAITING_MAX, WAITING_BULK_MAIL } from '../../../messaging/emails/delivery/waiting-mail.ts';
import type { RunLane } from './lane.ts';

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
/** SQL expression: why a bulk run that is due sleeps, as a sentence for operators. */
const WHY_BULK_RUN_SLEEPS = `
  CASE WHEN account_id = ANY(ARRAY(
         SELECT account_id FROM (
           SELECT account_id, count(*) AS own, sum(count(*)) OVER () AS total FROM (${WAITING_BULK_MAIL}) AS waiting
           GROUP BY account_id) AS mail
         WHERE own >= ${BULK_WAITING_MAX} - total))
       THEN 'Much bulk mail of its account waits to be sent: its runs go on when there is less.'
       ELSE '${waitsForTurn('runs of this kind')}' END`;

const ofLane = (lane: RunLane) => `lane = '${lane}'`;

export const eventRunsWork = defineWork({
  ...RUNS,
  group: 'automation',
  queue: 'automation',
  concurrency: 4,
  rows: ofLane('event'),
  // What people do starts runs while their account is suspended: resumed, it takes turns with these.
  onSuspension: `lane = 'timer'`,
});

export const timerRunsWork = defineWork({
  ...RUNS,
  group: 'automation',
  queue: 'automation-timer',
  // Fewer than events have, which share the process.
  concurrency: 2,
  name: 'automation_runs_timer',
  rows: ofLane('timer'),
  // Both lanes share a process, so that an account that has much awake in one of them gets less in the other.
  turns: { awakeToo: [ofLane('event')] },
  held: holdOfTurns('automation_runs', ofLane('timer'), 'runs of events and pauses'),
});

export const bulkRunsWork = defineWork({
  ...RUNS,
  group: 'bulk',
  queue: 'automation-bulk',
  concurrency: 2,
  name: 'automation_runs_bulk',
  rows: ofLane('bulk'),
  turns: { backPressure: { sql: WAITING_BULK_MAIL, max: BULK_WAITING_MAX } },
  // A million of them may be due and wait for their turn: they are not fault, and must not hide one.
  held: { when: 'true', why: WHY_BULK_RUN_SLEEPS },
});

/** The work that moves the runs of each lane. */
export const RUNS_WORK: Readonly<Record<RunLane, WorkKind>> = {
  event: eventRunsWork,
  timer: timerRunsWork,
  bulk: bulkRunsWork,
};
