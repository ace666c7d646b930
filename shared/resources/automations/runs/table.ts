// The work tables of runs, one for each lane: a row is a contact on its way through an automation, due when its pause ends.
// A run that has moved has no attempts, so those that it has are tries that a bug has ended.
import { createWorkTable, type WorkStatements } from '../../../platform/work/work-table.ts';
import type { WorkTableDefinition } from '../../../platform/work/work-table-definition.ts';
import type { RunLane } from './lane.ts';
import { WHY_BULK_RUN_SLEEPS, wakeBulkRuns } from './wake-bulk.ts';

const RUNS = {
  table: 'automation_runs',
  key: 'id',
  keyType: 'uuid',
  // A run that sleeps in a delay or waits for an event is not a retry.
  retryWhen: 'attempts > 0 OR postponed_at IS NOT NULL',
  // While a run is running, its reason is why its step is not done yet.
  lastAnswer: 'reason',
  about: `jsonb_build_object('account_id', account_id, 'automation_id', automation_id, 'contact_id', contact_id,
    'step', step_key, 'wait_until', wait_until, 'postponed_at', postponed_at)`,
} as const satisfies WorkTableDefinition;

const ofLane = (lane: RunLane) => `lane = '${lane}'`;

export const automationRunsTable = createWorkTable({ ...RUNS, rows: ofLane('event') });

export const timerRunsTable = createWorkTable({
  ...RUNS,
  name: 'automation_runs_timer',
  rows: ofLane('timer'),
});

export const bulkRunsTable: WorkStatements = {
  ...createWorkTable({
    ...RUNS,
    name: 'automation_runs_bulk',
    rows: ofLane('bulk'),
    // A million of them may be due and wait for their turn: they are no fault, and must not hide one.
    held: { when: 'true', why: WHY_BULK_RUN_SLEEPS },
  }),
  markDue: wakeBulkRuns,
};
