// Writes moves of runs: the one function that changes a run which a worker has claimed. What a move does outside its run
// (a mail, a change of the contact) is in the same transaction: no token, no effect. A run whose automation has
// been stopped counts as lost too, so nothing happens for it after the answer of stop. So does a run that has moved since it
// was read: a move to a next effect keeps the token, and a worker may not have learned that it is committed.
import { column, type SentColumns, sentRows } from '../../../../../platform/db/parameters/sent-rows.ts';
import type { Transaction } from '../../../../../platform/db/transaction.ts';
import type { Claim } from '../../../../../platform/work/work-table.ts';
import { lockForTransitions } from '../../transitions-lock.ts';
import type { RunTransition } from './transition.ts';

/** A claimed run and its automation. */
export interface ClaimOfRun extends Claim {
  automationId: string;
}

/**
 * Rows are locked in the order of their keys (docs/architecture/guarantees.md#lock-order), with the token: a run that has
 * ended has none. A plan is made once, perhaps while the tables are empty, so that each table can be read in one way only:
 * by its primary key. Joins and a condition on the status would let the planner read all running runs, or all automations.
 */
const LOCKED = `
  locked AS MATERIALIZED (
    SELECT run.id, run.claim_token AS token, run.position FROM automation_runs AS run
    WHERE run.id = ANY($1::uuid[]) AND run.claim_token = ANY($2::uuid[])
      AND run.epoch = (SELECT CASE WHEN deleted_at IS NULL THEN epoch END FROM automations
                       WHERE automations.id = run.automation_id)
    ORDER BY run.id FOR NO KEY UPDATE OF run
  )`;

const LOCK = `
  WITH given AS (SELECT * FROM unnest($1::uuid[], $2::uuid[]) AS given (id, token)), ${LOCKED}
  SELECT id FROM given WHERE (id, token) IN (SELECT id, token FROM locked)`;

const MOVES: SentColumns<RunTransition> = {
  id: column('uuid', ({ id }) => id),
  token: column('uuid', ({ token }) => token),
  status: column('text', ({ status }) => status),
  reason: column('text', ({ reason }) => reason),
  step_key: column('text', ({ stepKey }) => stepKey),
  position: column('smallint', ({ position }) => position),
  clock: column('time', ({ clock }) => clock),
  wait_until: column('time', ({ waitUntil }) => waitUntil),
  postponed_at: column('time', ({ postponedAt }) => postponedAt),
  waits: column('longText', ({ waits }) => waits, asJson),
  inbox: column('longText', ({ inbox }) => inbox, asJson),
  listens: column('texts', ({ listens }) => listens),
  ended_at: column('time', ({ endedAt }) => endedAt),
  next_attempt_at: column('time', ({ nextAttemptAt }) => nextAttemptAt),
  keeps_claim: column('boolean', ({ keepsClaim }) => keepsClaim),
  attempts: column('integer', ({ attempts }) => attempts),
  position_before: column('smallint', ({ positionBefore }) => positionBefore),
};

const STEPS: SentColumns<RunTransition['stepRuns'][number] & { runId: string }> = {
  run_id: column('uuid', ({ runId }) => runId),
  position: column('smallint', ({ position }) => position),
  step_id: column('uuid', ({ stepId }) => stepId),
  key: column('text', ({ key }) => key),
  status: column('text', ({ status }) => status),
  output: column('json', ({ output }) => output),
  error: column('json', ({ error }) => error),
  started_at: column('time', ({ startedAt }) => startedAt),
  completed_at: column('time', ({ completedAt }) => completedAt),
};

/** Ids and tokens are `$1` and `$2`, as in LOCKED. */
const SENT_MOVES = sentRows([MOVES]);
const SENT_STEPS = sentRows([STEPS], SENT_MOVES.next);

const WRITE = `
  WITH given AS (${SENT_MOVES.select(MOVES)}), ${LOCKED}, held AS MATERIALIZED (
    SELECT * FROM given WHERE (id, token, position_before) IN (SELECT id, token, position FROM locked)
  ), written AS (
    UPDATE automation_runs AS run SET
      status = held.status, reason = held.reason, step_key = held.step_key, position = held.position,
      clock = held.clock, wait_until = held.wait_until, postponed_at = held.postponed_at,
      waits = coalesce(held.waits, run.waits), inbox = coalesce(held.inbox, run.inbox),
      listens = coalesce(held.listens, run.listens), ended_at = held.ended_at,
      next_attempt_at = CASE WHEN keeps_claim THEN run.next_attempt_at ELSE held.next_attempt_at END,
      claimed_by = CASE WHEN keeps_claim THEN run.claimed_by END,
      claim_token = CASE WHEN keeps_claim THEN run.claim_token END,
      woken_at = CASE WHEN keeps_claim THEN run.woken_at END,
      attempts = held.attempts,
      -- Time wakes sleeping runs; runs that are only put back, or tried again after a bug, are not asleep.
      lane = CASE WHEN run.lane = 'event' AND held.next_attempt_at IS NOT NULL
                       AND (held.wait_until IS NOT NULL OR held.postponed_at IS NOT NULL)
                  THEN 'timer' ELSE run.lane END
    FROM held WHERE run.id = held.id
    RETURNING run.id
  ), recorded AS (
    ${SENT_STEPS.insertInto('automation_step_runs', STEPS)}
    WHERE run_id IN (SELECT id FROM written)
    ORDER BY run_id, position
    ON CONFLICT (run_id, position) DO UPDATE SET status = excluded.status, output = excluded.output,
      error = excluded.error, completed_at = excluded.completed_at
  )
  SELECT id FROM written`;

/**
 * Writes moves, each of another run, in two statements that are sent together.
 * @returns for each whether it was written. False: its claim was lost, its automation was stopped, or it has moved
 */
export async function writeTransitions(
  client: Transaction,
  moves: readonly RunTransition[],
): Promise<boolean[]> {
  const [, { rows }] = await Promise.all([
    lockAutomations(client, moves),
    client.query<{ id: string }>({ name: 'write-run-moves', text: WRITE, values: valuesOf(moves) }),
  ]);
  const written = new Set(rows.map(({ id }) => id));
  return moves.map(({ id }) => written.has(id));
}

/**
 * Locks claimed runs until the end of the transaction, before the changes of their moves are made.
 * @returns the ids of those with a valid claim
 */
export async function lockClaimedRuns(
  client: Transaction,
  claims: readonly ClaimOfRun[],
): Promise<Set<string>> {
  const [, { rows }] = await Promise.all([
    lockAutomations(client, claims),
    client.query<{ id: string }>({
      name: 'lock-claimed-runs',
      text: LOCK,
      values: [claims.map(({ id }) => id), claims.map(({ token }) => token)],
    }),
  ]);
  return new Set(rows.map(({ id }) => id));
}

function lockAutomations(client: Transaction, runs: readonly Pick<ClaimOfRun, 'automationId'>[]) {
  return lockForTransitions(client, [...new Set(runs.map(({ automationId }) => automationId))]);
}

function valuesOf(moves: readonly RunTransition[]): unknown[] {
  const steps = moves.flatMap(({ id, stepRuns }) => stepRuns.map((step) => ({ ...step, runId: id })));
  return [...SENT_MOVES.values(moves), ...SENT_STEPS.values(steps)];
}

function asJson(text: string): string {
  return `${text}::json`;
}
