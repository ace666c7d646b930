// The work tables of runs, one for each lane: a row is a contact on its way through an automation, due when its pause ends.
// A run that has moved has no attempts, so those that it has are tries that a bug has ended.
import type { Queryable } from '../../../platform/db/connect.ts';
import { createWorkTable, type WorkStatements } from '../../../platform/work/work-table.ts';
import type { WorkTableDefinition } from '../../../platform/work/work-table-definition.ts';
import { countWaitingMail, waitingMailSql } from '../../emails/delivery/waiting-mail.ts';
import type { RunLane } from './lane.ts';

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

/** Runs of the bulk lane that are awake: woken or claimed. More wait in their rows, so that a stop finds them there. */
const AWAKE_MAX = 2_000;
/**
 * Recipients of bulk mail that wait for a worker. Mail that is accepted is sent even if its automation is stopped, and
 * is stored meanwhile, so that runs do not hurry ahead of what the servers take.
 */
const WAITING_MAIL_MAX = 5_000;

const bulkRuns: WorkStatements = createWorkTable({
  ...RUNS,
  name: 'automation_runs_bulk',
  rows: ofLane('bulk'),
  // A million of them may be due and wait for their turn: they are no fault, and must not hide one.
  held: {
    when: 'true',
    why: `CASE WHEN (${waitingMailSql(`'campaign'`, WAITING_MAIL_MAX)}) >= ${WAITING_MAIL_MAX}
      THEN '${WAITING_MAIL_MAX} recipients of bulk mail wait to be sent: runs go on when there are fewer.'
      ELSE 'It waits for its turn: ${AWAKE_MAX} runs of this kind are awake at a time.' END`,
  },
});

export const bulkRunsTable: WorkStatements = {
  ...bulkRuns,
  async markDue(database, now, limit) {
    const places = AWAKE_MAX - (await countAwake(database));
    if (places <= 0 || (await isMailBehind(database))) return [];
    return await bulkRuns.markDue(database, now, Math.min(limit, places));
  },
};

const COUNT_AWAKE = `
  SELECT (SELECT count(*) FROM (
            SELECT FROM automation_runs
            WHERE lane = 'bulk' AND claimed_by IS NULL AND woken_at IS NOT NULL LIMIT ${AWAKE_MAX}) AS woken)
       + (SELECT count(*) FROM automation_runs WHERE claimed_by IS NOT NULL AND lane = 'bulk') AS awake`;

async function countAwake(database: Queryable): Promise<number> {
  const { rows } = await database.query<{ awake: string }>({
    name: 'count-awake-bulk-runs',
    text: COUNT_AWAKE,
  });
  return Number(rows[0]?.awake);
}

async function isMailBehind(database: Queryable): Promise<boolean> {
  return (await countWaitingMail(database, 'campaign', WAITING_MAIL_MAX)) >= WAITING_MAIL_MAX;
}
