// What statements about runs read does not depend on how many runs there are: Postgres' plans of the real statements, as
// the processes get them. `AUTOMATION_PLAN_RUNS=1000000` is the full size, and `AUTOMATION_PLANS_SHOWN=1` prints what each
// reads.
import { expect } from 'chai';
import { NIL_UUID } from '../../../../../../shared/platform/time/ids.ts';
import type { RunningBatch } from '../../../../../../shared/resources/flows/automations/batches/batch.ts';
import type { BatchWorkDeps } from '../../../../../../shared/resources/flows/automations/batches/batch-work.ts';
import { retryRunsWork } from '../../../../../../shared/resources/flows/automations/batches/steps/retry-runs.ts';
import {
  lockCauses,
  removeEndedCauses,
} from '../../../../../../shared/resources/flows/automations/intake/cause-rows.ts';
import { findAnswered } from '../../../../../../shared/resources/flows/automations/intake/find-answered.ts';
import { cancelRunsOfContacts } from '../../../../../../shared/resources/flows/automations/runs/cancel.ts';
import { listRuns } from '../../../../../../shared/resources/flows/automations/runs/list.ts';
import { loadRuns } from '../../../../../../shared/resources/flows/automations/runs/transitions/load.ts';
import type { RunTransition } from '../../../../../../shared/resources/flows/automations/runs/transitions/transition.ts';
import { writeTransitions } from '../../../../../../shared/resources/flows/automations/runs/transitions/write-transitions.ts';
import {
  bulkRunsWork,
  eventRunsWork,
  timerRunsWork,
} from '../../../../../../shared/resources/flows/automations/runs/work.ts';
import { GraphVersions } from '../../../../../../shared/resources/flows/automations/versions/graph-versions.ts';
import { useDatabase } from '../../../../../support/database/database.ts';
import { explainWork, readingsOf } from '../../../../../support/database/prepared-plans.ts';
import { extent } from '../../../../../support/extent.ts';
import { createAutomation, waitFor } from '../../../../../support/factories/automation-factories.ts';
import { createAccount, createDomain } from '../../../../../support/factories/factories.ts';
import { factoryIds } from '../../../../../support/factories/factory-ids.ts';
import { useEventIntake } from '../../../../../support/work/event-intake.ts';
import {
  contactOf,
  INSERT_CAUSES,
  INSERT_CONTACTS,
  INSERT_RUNS,
  INSERT_STEP_RUNS,
  MAKE_DUE,
  MAKE_SMALL,
} from './support/many-runs.ts';

const RUNS = extent('AUTOMATION_PLAN_RUNS', 20_000, 200_000);
const OTHER_AUTOMATIONS = 40;
/** Runs of a contact. */
const RUNS_EACH = 2;
const JOB = 100;
const TABLES = /^automation_((step_)?runs|causes)$/;
/** The indexes of a contact's few active runs, of the runs of an automation in order, and of single rows. */
const MOST_ROWS_READ = 20 * JOB;

describe('many runs of automations', function () {
  this.timeout(600_000);
  const database = useDatabase();
  const testIntake = useEventIntake(database);
  let place: { accountId: string; domainId: string };
  let large: { id: string };
  let claimed: { id: string; token: string; automationId: string }[];

  before(async () => {
    const { pool } = database;
    const { id: accountId } = await createAccount(pool);
    const { id: domainId } = await createDomain(pool, accountId);
    place = { accountId, domainId };
    const steps = [
      { key: 'delay', type: 'delay', config: { duration: '30 days' } } as const,
      waitFor('order'),
    ];
    const automations = [];
    for (let number = 0; number <= OTHER_AUTOMATIONS; number += 1)
      automations.push(
        await createAutomation(pool, accountId, { domainId, trigger: `start.${number}`, steps }),
      );
    large = automations[0] as { id: string };
    await runLong(INSERT_CONTACTS, [RUNS / RUNS_EACH]);
    await runLong(INSERT_RUNS, [RUNS, RUNS_EACH]);
    await runLong(INSERT_STEP_RUNS, []);
    await runLong('VACUUM ANALYZE', []);
    const { rows } = await pool.query(`
      SELECT id, claim_token AS token, automation_id AS "automationId" FROM automation_runs
      WHERE claimed_by IS NOT NULL ORDER BY id LIMIT ${JOB}`);
    claimed = rows;
  });

  /** Without a time limit. */
  const runLong = async (sql: string, values: unknown[]) => {
    const client = await database.pool.connect();
    await client.query('SET statement_timeout = 0');
    await client.query(sql, values);
    await client.query('RESET statement_timeout');
    client.release();
  };

  /** Expects that each statement of some work reads few rows of runs, by indexes. @returns the names of the indexes */
  const expectCheap = async (
    work: (explaining: never) => Promise<unknown>,
    { plansOnce = true, most = MOST_ROWS_READ } = {},
  ): Promise<string[]> => {
    const explained = await explainWork(database.url, { plansOnce }, work);
    const scans = readingsOf(explained, TABLES, !!process.env['AUTOMATION_PLANS_SHOWN']);
    expect(scans).to.not.deep.equal([]);
    for (const { node, read, statement } of scans) {
      expect(node['Node Type'], statement).to.not.equal('Seq Scan');
      expect(read, `${statement}: ${JSON.stringify(node)}`).to.be.at.most(most);
    }
    const used = explained.flatMap(({ nodes }) => nodes.flatMap((node) => node['Index Name'] ?? []));
    return [...new Set(used)].filter((name) => name.startsWith('automation_')).sort();
  };

  const event = (name: string, contact: number) => ({
    kind: 'custom' as const,
    id: factoryIds.next(),
    ...place,
    contactId: contactOf(contact),
    name,
    payload: null,
    at: new Date(),
    chain: [],
    lane: 'event' as const,
  });
  const take = (name: string, contacts: readonly number[]) => (client: never) =>
    testIntake.intake.take(
      client,
      contacts.map((contact) => event(name, contact)),
      { now: new Date(), beyondQuota: 'record' },
    );

  it('are taken into account by the contact of an event', async () => {
    const contacts = Array.from({ length: JOB }, (_, number) => number * 7);
    for (const name of ['start.0', 'order', 'nothing'])
      expect(await expectCheap(take(name, contacts))).to.include('automation_runs_contact');
  });

  it('are found by the contact whose email they have answered', async () => {
    const asked = Array.from({ length: JOB }, (_, number) => ({
      automationId: large.id,
      contactId: contactOf(number * 7),
    }));
    for (const plansOnce of [true, false]) {
      const used = await expectCheap((on) => findAnswered(on, asked), { plansOnce, most: JOB });
      expect(used).to.deep.equal(['automation_runs_answers']);
    }
  });

  it('are found by the tick and the sweeper', async () => {
    for (const table of [eventRunsWork.table, timerRunsWork.table, bulkRunsWork.table]) {
      const now = new Date();
      const { rows } = table.definition;
      expect(await expectCheap((on) => table.markDue(on, now, JOB)), rows).to.include(
        'automation_runs_lane_due',
      );
      expect(await expectCheap((on) => table.markLostWakeUps(on, now, JOB, now)), rows).to.include(
        'automation_runs_lane_woken',
      );
      expect(await expectCheap((on) => table.findLost(on, 0, JOB)), rows).to.include(
        'automation_runs_lane_claimed',
      );
    }
  });

  it('are woken in turns of their accounts, whatever is due of one of them', async () => {
    await runLong(MAKE_DUE, []);
    await runLong(MAKE_SMALL, [JOB]);
    await runLong('VACUUM ANALYZE automation_runs', []);
    for (const plansOnce of [true, false]) {
      const used = await expectCheap((on) => bulkRunsWork.table.markDue(on, new Date(), JOB), { plansOnce });
      expect(used).to.include.members(['automation_runs_turns_bulk', 'automation_runs_lane_due']);
    }
    const woken = await bulkRunsWork.table.markDue(database.pool, new Date(), 2 * JOB);
    const { rows } = await database.pool.query<{ count: number }>(
      `SELECT count(*)::integer FROM automation_runs WHERE id = ANY($1::uuid[]) GROUP BY account_id`,
      [woken],
    );
    expect(rows.map(({ count }) => count).sort((a, b) => a - b)).to.deep.equal([...Array(JOB).fill(1), JOB]);
  });

  it('are found by their cause, which is removed with the last of them', async () => {
    await runLong(INSERT_CAUSES, []);
    await runLong('VACUUM ANALYZE automation_runs, automation_causes', []);
    const now = new Date();
    for (const plansOnce of [true, false]) {
      const used = await expectCheap((on) => removeEndedCauses(on, now), { plansOnce });
      expect(used).to.include.members(['automation_causes_check', 'automation_runs_cause']);
    }
    expect(await removeEndedCauses(database.pool, now)).to.equal(true);
    const { rows } = await database.pool.query<{ id: string }>(
      `SELECT id FROM automation_causes ORDER BY id LIMIT ${JOB}`,
    );
    const ids = rows.map(({ id }) => id);
    expect(await expectCheap((on) => lockCauses(on, ids))).to.have.length(1);
  });

  it('are claimed, freed and released by their ids', async () => {
    const now = new Date();
    const { claim, reclaim, release } = eventRunsWork.table;
    const lease = { worker: place.accountId, token: place.accountId };
    const ids = claimed.map(({ id }) => id);
    const released = claimed.map((each) => ({ ...each, nextAttemptAt: now }));
    const works: ((on: never) => Promise<unknown>)[] = [
      (on) => claim(on, ids, lease),
      (on) => reclaim(on, claimed, now),
      (on) => release(on, released),
    ];
    for (const work of works) expect(await expectCheap(work)).to.include('automation_runs_pkey');
  });

  it('are loaded and moved by their ids', async () => {
    const load = async (on: never) => {
      for await (const _ of loadRuns(on, claimed.slice(0, JOB)));
    };
    expect(await expectCheap(load)).to.deep.equal(['automation_runs_pkey']);
    const used = await expectCheap((on) => writeTransitions(on, claimed.map(transitionOf)));
    expect(used).to.deep.equal(['automation_runs_pkey']);
  });

  it('are listed page by page of their automation', async () => {
    const automation = { id: large.id, accountId: place.accountId, epoch: 0, updatedAt: new Date() };
    const graph = { steps: [], connections: [] };
    const cursor = claimed[Math.floor(claimed.length / 2)]?.id ?? NIL_UUID;
    for (const filters of [{}, { statuses: ['running'] as const }])
      for (const direction of [{}, { after: cursor }, { before: cursor }]) {
        const list = (on: never) =>
          listRuns(on, { ...automation, graph }, filters, { limit: 20, ...direction });
        expect(await expectCheap(list, { plansOnce: false })).to.deep.equal(['automation_runs_automation']);
      }
  });

  it('are taken up again, the next failed ones of their automation', async () => {
    const batch = {
      automationId: large.id,
      position: NIL_UUID,
      epoch: 0,
      takenAt: new Date(),
      selection: { since: new Date(0).toISOString() },
    } as RunningBatch;
    const deps = { graphVersions: new GraphVersions() } as BatchWorkDeps;
    const step = (client: never) => retryRunsWork.step({ client, batch, now: new Date(), deps });
    // A step takes up a thousand, and looks at more that went wrong to find them.
    expect(await expectCheap(step, { most: 20_000 })).to.include('automation_runs_broken');
  });

  it('are cancelled by their contact', async () => {
    const cancel = (on: never) => cancelRunsOfContacts(on, [contactOf(1), contactOf(35)], new Date());
    expect(await expectCheap(cancel)).to.deep.equal(['automation_runs_contact', 'automation_runs_pkey']);
  });
});

/** A move into a pause. */
function transitionOf(claim: { id: string; token: string; automationId: string }): RunTransition {
  const at = new Date();
  const { id } = claim;
  return {
    ...claim,
    status: 'running',
    reason: null,
    stepKey: 'wait_order',
    position: 1,
    clock: at,
    waitUntil: at,
    postponedAt: null,
    waits: null,
    inbox: '[]',
    listens: ['order'],
    endedAt: null,
    nextAttemptAt: at,
    keepsClaim: false,
    attempts: 0,
    positionBefore: 0,
    stepRuns: [
      {
        position: 1,
        stepId: id,
        key: 'wait_order',
        status: 'waiting',
        output: null,
        error: null,
        startedAt: at,
        completedAt: null,
      },
    ],
  };
}
