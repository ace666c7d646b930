// Counting many runs by a job: what a step reads does not depend on how many runs there are, by Postgres' plans of the real
// statements, as workers get them. `AUTOMATION_PLAN_RUNS=1000000` is the full size, and `AUTOMATION_PLANS_SHOWN=1` prints
// what each reads.
import { expect } from 'chai';
import { transaction } from '../../../../../../shared/platform/db/transaction.ts';
import { NIL_UUID } from '../../../../../../shared/platform/time/ids.ts';
import type {
  BatchStepOutcome,
  BatchWorkInput,
} from '../../../../../../shared/resources/flows/automations/batches/batch-work.ts';
import { countNext } from '../../../../../../shared/resources/flows/automations/batches/steps/count-runs.ts';
import { countRuns } from '../../../../../../shared/resources/flows/automations/stats/count-runs.ts';
import { findCounts } from '../../../../../../shared/resources/flows/automations/stats/stored-counts.ts';
import { useDatabase } from '../../../../../support/database/database.ts';
import { type Plan, rowsRead } from '../../../../../support/database/plans.ts';
import { explainWork } from '../../../../../support/database/prepared-plans.ts';
import { createAutomation } from '../../../../../support/factories/automation-factories.ts';
import { createAccount, createDomain } from '../../../../../support/factories/factories.ts';

const RUNS = Number(process.env['AUTOMATION_PLAN_RUNS'] ?? 30_000);
const STEP_RUNS = 5_000;
const STEPS = [
  { key: 'mail', type: 'send_email', config: { template: { id: 'none' } } },
  { key: 'delay', type: 'delay', config: { duration: '30 days' } },
] as const;

/** Every second one is of the large automation. */
const INSERT_RUNS = `
  INSERT INTO automation_runs (id, account_id, automation_id, version_id, epoch, domain_id, contact_id, source_id,
                               is_exclusive, chain, listens, step_key, position, clock, wait_until, created_at)
  SELECT uuid_v7(now() - ($2 - n) * interval '1 ms'), account_id, automation.id, version_id, 0, domain_id,
         gen_random_uuid(), gen_random_uuid(), false, '{}', '{}', 'delay', 1, now(), now(), now()
  FROM generate_series(1, $2::integer) AS n
  JOIN automations AS automation ON automation.trigger = CASE n % 2 WHEN 0 THEN 'large' ELSE 'other.' || n % 40 END
  WHERE $1::uuid = automation.account_id`;

/** Each run has sent a mail and waits. */
const INSERT_STEPS = `
  INSERT INTO automation_step_runs (run_id, position, step_id, key, status, output, started_at)
  SELECT run.id, step.position - 1, step.id::uuid, step.key, CASE step.position WHEN 1 THEN 'completed' ELSE 'waiting' END,
         CASE step.position WHEN 1 THEN json_build_object('to', 'a@x.dev', 'email_id', run.id, 'template', '{}') END, now()
  FROM automation_runs AS run JOIN automation_versions AS version ON version.id = version_id
  CROSS JOIN LATERAL json_to_recordset(version.graph -> 'steps') AS step (id text, key text, position smallint)`;

const INSERT_EMAILS = `
  INSERT INTO emails (id, account_id, domain_id, content_id, source, status, message_id, from_key, from_address, to_addresses, subject,
                      automation_id, sent_at, created_at)
  SELECT id, account_id, domain_id, id, 'automation', 'delivered', 'x', 'a@x.dev', 'a@x.dev', '{}', 'x', automation_id, now(), now()
  FROM automation_runs`;

const INSERT_RECIPIENTS = `
  INSERT INTO email_recipients (id, email_id, account_id, kind, position, address, state, lane, updated_at, opened_at)
  SELECT uuid_v7(now()), id, account_id, 'to', 0, 'a@x.dev', 'delivered', 'campaign', now(), now() FROM automation_runs`;

/** As autovacuum does it: it leaves alone the partitions of months that have not come. */
const ANALYZE = `
  DO $$
  DECLARE filled regclass;
  BEGIN
    FOR filled IN SELECT oid FROM pg_class
      WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND pg_relation_size(oid) > 0
    LOOP
      EXECUTE format('ANALYZE %s', filled);
    END LOOP;
  END $$`;

describe('counting many runs of an automation', function () {
  this.timeout(600_000);
  const database = useDatabase();
  let automationId: string;
  let accountId: string;
  let whenEmpty: Plan[];

  before(async () => {
    const { pool } = database;
    accountId = (await createAccount(pool)).id;
    const { id: domainId } = await createDomain(pool, accountId);
    const make = (trigger: string) => createAutomation(pool, accountId, { domainId, trigger, steps: STEPS });
    automationId = (await make('large')).id;
    for (let number = 1; number < 40; number += 2) await make(`other.${number}`);
    whenEmpty = await explain();
    await runLong(INSERT_RUNS, [accountId, RUNS]);
    for (const sql of [INSERT_STEPS, INSERT_EMAILS, INSERT_RECIPIENTS, ANALYZE]) await runLong(sql);
  });

  /** Without a time limit. */
  const runLong = async (sql: string, values: unknown[] = []) => {
    const client = await database.pool.connect();
    try {
      await client.query('SET statement_timeout = 0');
      await client.query(sql, values);
    } finally {
      client.release(true);
    }
  };

  const step =
    (position: string, partial: unknown, stepMaxMs?: number) => (client: BatchWorkInput['client']) =>
      countNext(
        { client, batch: { automationId, position, partial }, now: new Date() } as BatchWorkInput,
        stepMaxMs,
      );
  const explain = async (): Promise<Plan[]> => {
    const runs = { automationId, epoch: 0, after: NIL_UUID, limit: STEP_RUNS };
    const explained = await explainWork(database.url, { plansOnce: true }, (client) =>
      countRuns(client, runs),
    );
    return explained.flatMap(({ nodes }) => nodes);
  };
  const run = (position: string, partial: unknown, stepMaxMs?: number): Promise<BatchStepOutcome> =>
    transaction(database.pool, step(position, partial, stepMaxMs));

  it('takes the same indexes when it is planned while the tables are empty', () => expectKeys(whenEmpty));

  it('adds up all runs, step by step, and stores the sum with the last step', async () => {
    let outcome = await run(NIL_UUID, null);
    let steps = 1;
    while (outcome.last !== undefined) {
      expect(await findCounts(database.pool, automationId)).to.equal(undefined);
      outcome = await run(outcome.last, outcome.partial);
      steps += 1;
    }
    const runs = RUNS / 2;
    expect(steps).to.equal(runs / STEP_RUNS + 1);
    const { counts } = (await findCounts(database.pool, automationId)) ?? expect.fail('Nothing is stored.');
    expect(counts.runs).to.include({ running: runs, completed: 0 });
    const [mail, delay] = Object.values(counts.steps).sort((a, b) => a.waiting - b.waiting);
    expect(mail).to.deep.include({ entered: runs, completed: runs, waiting: 0 });
    expect(mail?.mails).to.deep.equal({ sent: runs, delivered: runs, opened: runs, clicked: 0, bounced: 0 });
    expect(delay).to.deep.include({ entered: runs, completed: 0, waiting: runs });
  });

  it('reads in a step as many rows as it counts runs, by keys', async () => {
    const nodes = await explain();
    expectKeys(nodes);
    for (const node of nodes) {
      if (!node['Index Name']) continue;
      if (process.env['AUTOMATION_PLANS_SHOWN'])
        process.stdout.write(`${node['Index Name']}: ${node['Actual Rows']} × ${node['Actual Loops']}\n`);
      const read = rowsRead(node);
      // Each mail has three events.
      expect(read, node['Index Name']).to.be.at.most(3 * STEP_RUNS);
    }
  });

  it('counts half as many runs in the next step when a step takes too long', async () => {
    const blocker = await database.pool.connect();
    try {
      await blocker.query('BEGIN');
      await blocker.query('LOCK TABLE automation_step_runs IN ACCESS EXCLUSIVE MODE');
      const first = await run(NIL_UUID, null, 50);
      expect(first).to.deep.include({ last: NIL_UUID });
      expect(first.partial).to.deep.include({ stepRuns: STEP_RUNS / 2 });
      const second = await run(NIL_UUID, first.partial, 50);
      expect(second.partial).to.deep.include({ stepRuns: STEP_RUNS / 4 });
      await blocker.query('ROLLBACK');
      const third = await run(NIL_UUID, second.partial);
      const { counts } = third.partial as { counts: { runs: { running: number } } };
      expect(counts.runs.running).to.equal(STEP_RUNS / 4);
    } finally {
      await blocker.query('ROLLBACK');
      blocker.release();
    }
  });
});

const KEYS =
  /^(automation_runs_automation|automation_(versions|step_runs)_pkey|emails_20.*_pkey|email_recipients_20.*_email_id.*_idx)$/;

function expectKeys(nodes: readonly Plan[]): void {
  for (const node of nodes) {
    expect(node['Node Type']).to.not.equal('Seq Scan');
    if (node['Index Name']) expect(node['Index Name']).to.match(KEYS);
  }
}
