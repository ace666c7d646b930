import { createAutomation } from './support/automation-factories.ts';
import { useDatabase } from './support/database.ts';
import { createAccount, createDomain } from './support/factories.ts';
import { listRuns } from '../shared/resources/automations/runs/list.ts';

describe('zz list', function () {
  this.timeout(280_000);
  const database = useDatabase();
  it('contact and failed filters on many runs', async () => {
    const { pool } = database;
    const { id: accountId } = await createAccount(pool);
    const { id: domainId } = await createDomain(pool, accountId);
    const a = await createAutomation(pool, accountId, { domainId });
    await pool.query("SET statement_timeout=0").catch(() => {});
    for (let i = 0; i < 6; i++) await pool.query(`INSERT INTO automation_runs (id, account_id, automation_id, version_id, epoch, domain_id, contact_id, source_id, is_exclusive, status, chain, listens, step_key, clock, created_at, ended_at)
      SELECT uuid_v7(now()), $1, $2, $3, 0, $4, gen_random_uuid(), gen_random_uuid(), false, 'completed', '{}', '{}', null, now(), now(), now() FROM generate_series(1, 50000)`, [accountId, a.id, a.versionId, domainId]);
    await pool.query('ANALYZE automation_runs');
    const automation = { id: a.id, accountId, epoch: 0, updatedAt: new Date(), graph: { steps: [], connections: [] } };
    for (const f of [{}, { contactId: accountId }, { statuses: ['failed'] }, { statuses: ['running'] }, { step: 'x' }]) {
      const t = performance.now();
      await listRuns(pool, automation as never, f as never, { limit: 20 });
      console.log(JSON.stringify(f), Math.round(performance.now() - t), 'ms of 300,000 runs');
    }
  });
});
