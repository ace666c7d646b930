// The health of automations with many runs: what is read does not depend on how many there are, by Postgres' plans of the real
// statements. `AUTOMATION_PLAN_RUNS=1000000` is the full size, and `AUTOMATION_PLANS_SHOWN=1` prints what each reads.
import { expect } from 'chai';
import { HEALTH_RUNS_MAX } from '../../../../../../shared/contract/limits.ts';
import { findPageOf } from '../../../../../../shared/platform/db/list.ts';
import { AUTOMATION_LIST } from '../../../../../../shared/resources/flows/automations/list.ts';
import {
  failedSince,
  findAutomationHealth,
  readHealth,
} from '../../../../../../shared/resources/flows/automations/stats/find-health.ts';
import { useDatabase } from '../../../../../support/database/database.ts';
import { explainWork, readingsOf } from '../../../../../support/database/prepared-plans.ts';
import { createAutomation } from '../../../../../support/factories/automation-factories.ts';
import { createAccount, createDomain } from '../../../../../support/factories/factories.ts';

const RUNS = Number(process.env['AUTOMATION_PLAN_RUNS'] ?? 30_000);
const OTHER_AUTOMATIONS = 40;

/** Half of them are of the first automation; of ten runs six are completed, two have failed, and two are in progress. */
const INSERT_RUNS = `
  INSERT INTO automation_runs (id, account_id, automation_id, version_id, epoch, domain_id, contact_id, source_id,
                               is_exclusive, status, chain, listens, step_key, clock, created_at, ended_at)
  SELECT uuid_v7(now() - n * interval '1 ms'), account_id, automation.id, version_id, 0, domain_id, gen_random_uuid(),
         gen_random_uuid(), false, CASE WHEN kind < 6 THEN 'completed' WHEN kind < 8 THEN 'failed' ELSE 'running' END,
         '{}', '{}', 'delay', now(), now(), CASE WHEN kind < 8 THEN now() - n * interval '1 ms' END
  FROM generate_series(1, $1::integer) AS n CROSS JOIN LATERAL (SELECT n / 100 % 10 AS kind) AS made
  JOIN automations AS automation
    ON automation.trigger = 'start.' || CASE n % 2 WHEN 0 THEN 0 ELSE 1 + n / 2 % $2::integer END`;

describe('the health of automations with many runs', function () {
  this.timeout(600_000);
  const database = useDatabase();
  const now = new Date();
  let accountId: string;
  let large: string;
  let ids: string[];

  before(async () => {
    const { pool } = database;
    ({ id: accountId } = await createAccount(pool));
    const { id: domainId } = await createDomain(pool, accountId);
    const automations = [];
    for (let number = 0; number <= OTHER_AUTOMATIONS; number += 1)
      automations.push(await createAutomation(pool, accountId, { domainId, trigger: `start.${number}` }));
    ids = automations.map(({ id }) => id);
    [large = ''] = ids;
    const client = await pool.connect();
    await client.query('SET statement_timeout = 0');
    await client.query(INSERT_RUNS, [RUNS, OTHER_AUTOMATIONS]);
    await client.query('VACUUM ANALYZE automation_runs');
    await client.query('RESET statement_timeout');
    client.release();
  });

  /** @returns the indexes of runs by which some work reads, each at most so many rows */
  const indexesOf = async (
    work: (explaining: never) => Promise<unknown>,
    { plansOnce, most }: { plansOnce: boolean; most: number },
  ) => {
    const explained = await explainWork(database.url, { plansOnce }, work);
    const readings = readingsOf(explained, /^automation_runs$/, !!process.env['AUTOMATION_PLANS_SHOWN']);
    for (const { node, read } of readings) expect(read, node['Index Name']).to.be.at.most(most);
    return readings.map(({ node }) => node['Index Name']).sort();
  };

  it('is counted up to a bound', async () => {
    for (const plansOnce of [true, false]) {
      const most = ids.length * HEALTH_RUNS_MAX;
      const indexes = await indexesOf((on) => readHealth(on, ids, now), { plansOnce, most });
      expect(indexes).to.deep.equal(['automation_runs_failed', 'automation_runs_running']);
    }
    const { running, failed } = (await findAutomationHealth(database.pool, [large], now)).get(large) ?? {};
    expect([running, failed]).to.deep.equal([HEALTH_RUNS_MAX, HEALTH_RUNS_MAX]);
  });

  it('is found by one run of each when automations that fail are listed', async () => {
    for (const wanted of [true, false]) {
      const failing = { wanted, since: failedSince(now) };
      const list = (on: never) => findPageOf(on, AUTOMATION_LIST, accountId, { limit: 20 }, { failing });
      const indexes = await indexesOf(list, { plansOnce: false, most: ids.length });
      expect(indexes).to.deep.equal(['automation_runs_failed']);
    }
  });

  it('looks at no run in progress of an automation that was stopped', async () => {
    await database.pool.query('UPDATE automations SET epoch = 1');
    const explained = await explainWork(database.url, { plansOnce: true }, (on) => readHealth(on, ids, now));
    const readings = readingsOf(explained, /^automation_runs$/);
    const reading = readings.find(({ node }) => node['Index Name'] === 'automation_runs_running');
    expect(reading?.read).to.equal(0);
  });
});
