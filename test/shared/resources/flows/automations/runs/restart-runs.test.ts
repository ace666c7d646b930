// Runs that are taken up again, and what may happen to them, their contact and their automation at the same moment, in both
// orders: one transaction holds its locks while the other waits for them (docs/architecture/guarantees.md#lock-order).
import { expect } from 'chai';
import type { PoolClient } from 'pg';
import { type Transaction, transaction } from '../../../../../../shared/platform/db/transaction.ts';
import { deleteContact } from '../../../../../../shared/resources/audience/contacts/delete.ts';
import { cancelRunsOfAutomation } from '../../../../../../shared/resources/flows/automations/batches/cancel-runs.ts';
import { restartRuns } from '../../../../../../shared/resources/flows/automations/runs/retrying/restart-runs.ts';
import { retryRun } from '../../../../../../shared/resources/flows/automations/runs/retrying/retry-run.ts';
import type { RunTransition } from '../../../../../../shared/resources/flows/automations/runs/transitions/transition.ts';
import { writeTransitions } from '../../../../../../shared/resources/flows/automations/runs/transitions/write-transitions.ts';
import { stopAutomation } from '../../../../../../shared/resources/flows/automations/stop.ts';
import { GraphVersions } from '../../../../../../shared/resources/flows/automations/versions/graph-versions.ts';
import { useDatabase } from '../../../../../support/database/database.ts';
import {
  type AutomationFields,
  createAutomation,
  waitFor,
} from '../../../../../support/factories/automation-factories.ts';
import { createContact } from '../../../../../support/factories/contact-factories.ts';
import { createAccount, createDomain } from '../../../../../support/factories/factories.ts';
import { factoryIds } from '../../../../../support/factories/factory-ids.ts';
import { createRun, readRun } from '../../../../../support/factories/run-factories.ts';
import { failureOf } from '../../../../../support/failure-of.ts';
import { eventually } from '../../../../../support/time/eventually.ts';
import { useEventIntake } from '../../../../../support/work/event-intake.ts';
import { removeOldRows } from '../../../../../support/work/remove-old-rows.ts';
import { closeWorkerDeps, createWorkerDeps } from '../../../../../support/work/worker.ts';

type Run = { id: string; automationId: string };

describe('A run that is taken up again', () => {
  after(() => closeWorkerDeps(deps));
  const database = useDatabase();
  const testIntake = useEventIntake(database);
  const graphVersions = new GraphVersions();
  const now = new Date();
  const woken: string[] = [];
  const queues = { wake: (_: unknown, ids: readonly string[]) => void woken.push(...ids) };
  let deps: Awaited<ReturnType<typeof createWorkerDeps>>;
  let holder: PoolClient;
  let accountId: string;
  let domainId: string;
  let contactId: string;
  before(async () => {
    deps = await createWorkerDeps({ databaseUrl: database.url, redisUrl: undefined });
  });
  beforeEach(async () => {
    accountId = (await createAccount(database.pool)).id;
    domainId = (await createDomain(database.pool, accountId)).id;
    contactId = (await createContact(database.pool, { accountId })).id;
    holder = await database.pool.connect();
    woken.length = 0;
  });
  afterEach(() => holder.release());

  const automate = (fields: Partial<AutomationFields> = {}) =>
    createAutomation(database.pool, accountId, { domainId, trigger: 'paid', ...fields });
  const failedRun = async (automation: Awaited<ReturnType<typeof automate>>) => {
    const run = await createRun(database.pool, { automation, contactId });
    await database.pool.query(
      `UPDATE automation_runs SET status = 'failed', ended_at = $2, listens = '{}', next_attempt_at = NULL, woken_at = NULL
       WHERE id = $1`,
      [run.id, now],
    );
    return run;
  };
  const retry = ({ id: runId, automationId }: Run) =>
    retryRun({ database: database.pool, queues, graphVersions }, { accountId, automationId, runId }, now);
  const takeUp = (client: Transaction, { id, automationId }: Run) =>
    restartRuns(client, graphVersions, {
      automationId,
      ids: [id],
      lane: 'bulk',
      now,
      mayRestart: () => true,
    });
  const ending = () => ({ database: database.pool, ids: factoryIds, queues });
  const waits = (pid: number) =>
    eventually('the second one waits', async () => {
      const { rowCount } = await database.pool.query(
        'SELECT FROM pg_stat_activity WHERE $1 = ANY(pg_blocking_pids(pid))',
        [pid],
      );
      return (rowCount ?? 0) > 0;
    });
  const PID = 'SELECT pg_backend_pid() AS pid';
  /** Runs statements in a transaction that ends when `second` waits for its locks. */
  const meet = async <Result>(first: () => Promise<unknown>, second: () => Promise<Result>) => {
    await holder.query('BEGIN');
    await first();
    const { rows } = await holder.query<{ pid: number }>(PID);
    const waiting = second();
    await waits(rows[0]?.pid ?? 0);
    await holder.query('COMMIT');
    return await waiting;
  };
  /** Takes a run up in a transaction that ends when `second` waits for its locks. */
  const takeUpFirst = async <Result>(run: Run, second: () => Promise<Result>): Promise<Result> => {
    let waiting: Promise<Result> | undefined;
    await transaction(database.pool, async (client) => {
      expect((await takeUp(client, run))?.get(run.id)).to.equal('taken_up');
      const { rows } = await client.query<{ pid: number }>({ text: PID });
      waiting = second();
      await waits(rows[0]?.pid ?? 0);
    });
    return await (waiting as Promise<Result>);
  };

  it('is woken in the lane of events by one request, and sleeps in the bulk lane as one of many', async () => {
    const automation = await automate({ steps: [waitFor('order')] });
    const run = await failedRun(automation);
    await database.pool.query("UPDATE automation_runs SET lane = 'bulk' WHERE id = $1", [run.id]);
    const laneOf = async () => {
      const { rows } = await database.pool.query('SELECT lane FROM automation_runs WHERE id = $1', [run.id]);
      return rows[0].lane;
    };
    await retry(run);
    expect(woken).to.deep.equal([run.id]);
    expect(await readRun(database.pool, run.id)).to.deep.include({ isWoken: true, listens: ['order'] });
    expect(await laneOf()).to.equal('event');
    await database.pool.query("UPDATE automation_runs SET status = 'failed' WHERE id = $1", [run.id]);
    await transaction(database.pool, (client) => takeUp(client, run));
    expect(await readRun(database.pool, run.id)).to.deep.include({ isWoken: false, nextAttemptAt: now });
    expect(await laneOf()).to.equal('bulk');
  });

  it('is cancelled by a stop that comes after it', async () => {
    const automation = await automate();
    const run = await failedRun(automation);
    const path = { accountId, id: automation.id };
    await takeUpFirst(run, () => stopAutomation(ending(), { ...path, cancelRuns: true }, now));
    const { rows } = await database.pool.query(
      `SELECT run.epoch < automations.epoch AS "isStopped" FROM automation_runs AS run, automations
       WHERE automations.id = automation_id AND run.id = $1`,
      [run.id],
    );
    expect(rows).to.deep.equal([{ isStopped: true }]);
  });

  it('is refused when a stop has come before it, and not when its runs alone were cancelled', async () => {
    const automation = await automate();
    const run = await failedRun(automation);
    const lock = async (change: string) => {
      await holder.query(`SELECT pg_advisory_xact_lock(${0x61757473}, hashtext($1))`, [automation.id]);
      await holder.query(`UPDATE automations SET epoch = epoch + 1 ${change} WHERE id = $1`, [automation.id]);
    };
    const stopping = meet(
      () => lock(", status = 'disabled'"),
      () => failureOf(retry(run)),
    );
    expect((await stopping).name).to.equal('validation_error');
    expect(await readRun(database.pool, run.id)).to.include({ status: 'failed' });
    await database.pool.query("UPDATE automations SET status = 'enabled' WHERE id = $1", [automation.id]);
    await meet(
      () => lock(''),
      () => retry(run),
    );
    const { rows } = await database.pool.query('SELECT epoch FROM automation_runs WHERE id = $1', [run.id]);
    expect(rows).to.deep.equal([{ epoch: 2 }]);
  });

  it('loses the claim of a worker that has not noticed that it was stopped', async () => {
    const automation = await automate();
    const { id } = await createRun(database.pool, { automation, contactId });
    const token = factoryIds.next();
    await database.pool.query(
      'UPDATE automation_runs SET claimed_by = $2, claim_token = $2, attempts = 1 WHERE id = $1',
      [id, token],
    );
    await cancelRunsOfAutomation(ending(), { accountId, id: automation.id }, now);
    await retry({ id, automationId: automation.id });
    const move: RunTransition = {
      id,
      token,
      automationId: automation.id,
      positionBefore: 0,
      status: 'completed',
      reason: null,
      stepKey: null,
      position: 0,
      clock: now,
      waitUntil: null,
      postponedAt: null,
      waits: null,
      inbox: null,
      listens: null,
      endedAt: now,
      nextAttemptAt: null,
      keepsClaim: false,
      attempts: 0,
      stepRuns: [],
    };
    expect(await transaction(database.pool, (client) => writeTransitions(client, [move]))).to.deep.equal([
      false,
    ]);
    expect(await readRun(database.pool, id)).to.include({
      status: 'running',
      isClaimed: false,
      isWoken: true,
    });
  });

  it('keeps an event from starting a second one, and is kept back by it, with reentry when_done', async () => {
    const automation = await automate({ reentry: 'when_done' });
    const run = await failedRun(automation);
    const event = () =>
      testIntake.take([
        {
          kind: 'custom',
          id: factoryIds.next(),
          accountId,
          domainId,
          contactId,
          name: 'paid',
          payload: null,
          at: now,
          chain: [],
          lane: 'event',
        },
      ]);
    expect((await takeUpFirst(run, event))[0]).to.include({ runsStarted: 0 });
    await database.pool.query("UPDATE automation_runs SET status = 'failed' WHERE id = $1", [run.id]);
    expect((await event())[0]).to.include({ runsStarted: 1 });
    expect((await failureOf(retry(run))).message).to.include('in progress');
  });

  it('takes the place of a run that was stopped and is not written as cancelled yet', async () => {
    const automation = await automate({ reentry: 'when_done' });
    const run = await failedRun(automation);
    const stale = await createRun(database.pool, { automation, contactId });
    await database.pool.query('UPDATE automation_runs SET is_exclusive = true WHERE id = $1', [stale.id]);
    await database.pool.query('UPDATE automations SET epoch = epoch + 1 WHERE id = $1', [automation.id]);
    await retry(run);
    const { rows } = await database.pool.query(
      'SELECT is_exclusive AS "isExclusive" FROM automation_runs WHERE automation_id = $1 ORDER BY id',
      [automation.id],
    );
    expect(rows).to.deep.equal([{ isExclusive: true }, { isExclusive: false }]);
  });

  it('is cancelled by the deletion of its contact, or not taken up after it', async () => {
    const automation = await automate();
    const first = await failedRun(automation);
    const second = await failedRun(automation);
    await takeUpFirst(first, () => deleteContact(deps, { accountId, id: contactId }, now));
    expect(await readRun(database.pool, first.id)).to.include({
      status: 'cancelled',
      reason: 'contact_deleted',
    });
    expect((await failureOf(retry(second))).message).to.include('deleted');
  });

  it('is not taken up when its version has not its step, and the others of its batch are', async () => {
    const automation = await automate();
    const broken = await failedRun(automation);
    const other = await failedRun(automation);
    await database.pool.query("UPDATE automation_runs SET step_key = 'gone' WHERE id = $1", [broken.id]);
    const outcomes = await transaction(database.pool, (client) =>
      restartRuns(client, graphVersions, {
        automationId: automation.id,
        ids: [broken.id, other.id],
        lane: 'bulk',
        now,
        mayRestart: () => true,
      }),
    );
    expect([...(outcomes ?? [])]).to.deep.equal([
      [broken.id, 'broken'],
      [other.id, 'taken_up'],
    ]);
    expect(await readRun(database.pool, broken.id)).to.include({ status: 'failed' });
    const refused = await failureOf(retry(broken));
    expect(refused).to.include({ name: 'validation_error' });
    expect(refused.message).to.include('its version does not have');
  });

  it('is not removed with the old runs', async () => {
    const automation = await automate();
    const run = await failedRun(automation);
    await database.pool.query(
      "UPDATE automation_runs SET ended_at = $2::timestamptz - interval '31 days' WHERE id = $1",
      [run.id, now],
    );
    const removeOld = async () => (await removeOldRows(database.pool, now)).rows['automation runs'];
    await transaction(database.pool, async (client) => {
      await takeUp(client, run);
      expect(await removeOld()).to.equal(undefined);
    });
    expect(await removeOld()).to.equal(undefined);
    expect(await readRun(database.pool, run.id)).to.include({ status: 'running' });
  });
});
