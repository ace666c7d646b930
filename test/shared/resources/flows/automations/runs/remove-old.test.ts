// Retention of runs and of versions of automations.
import { expect } from 'chai';
import { RUN_RETENTION_DAYS } from '../../../../../../shared/contract/limits.ts';
import { DAY_MS } from '../../../../../../shared/platform/time/durations.ts';
import { NIL_UUID, uuidV7LowerBound } from '../../../../../../shared/platform/time/ids.ts';
import { useDatabase } from '../../../../../support/database/database.ts';
import { createAutomation } from '../../../../../support/factories/automation-factories.ts';
import { createContact } from '../../../../../support/factories/contact-factories.ts';
import { createAccount, createDomain } from '../../../../../support/factories/factories.ts';
import { factoryIds } from '../../../../../support/factories/factory-ids.ts';
import { createRun } from '../../../../../support/factories/run-factories.ts';
import { removeOldRows } from '../../../../../support/work/remove-old-rows.ts';

describe('the retention of runs', () => {
  const database = useDatabase();
  const now = new Date();
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);
  let automation: Awaited<ReturnType<typeof createAutomation>>;
  let contactId: string;
  let number = 0;
  beforeEach(async () => {
    const { id: accountId } = await createAccount(database.pool);
    const { id: domainId } = await createDomain(database.pool, accountId);
    automation = await createAutomation(database.pool, accountId, { domainId });
    contactId = (await createContact(database.pool, { accountId })).id;
  });
  /** A run that started and ended so many days ago; null: it is running. */
  const runOf = async (started: number, ended: number | null) => {
    const run = await createRun(database.pool, { automation, contactId, startedAt: daysAgo(started) });
    number += 1;
    const id = uuidV7LowerBound(daysAgo(started)).slice(0, -4) + String(number).padStart(4, '0');
    await database.pool.query(
      `UPDATE automation_runs SET id = $2, ended_at = $3, status = CASE WHEN $3::timestamptz IS NULL THEN 'running' ELSE 'failed' END
       WHERE id = $1`,
      [run.id, id, ended === null ? null : daysAgo(ended)],
    );
    await database.pool.query(
      `INSERT INTO automation_step_runs (run_id, position, step_id, key, status, started_at)
       VALUES ($1, 0, $1, 'x', 'completed', now())`,
      [id],
    );
    return id;
  };
  const remaining = async (table: 'automation_runs' | 'automation_step_runs') => {
    const id = table === 'automation_runs' ? 'id' : 'run_id';
    const { rows } = await database.pool.query<{ id: string }>(`SELECT ${id} AS id FROM ${table} ORDER BY 1`);
    return rows.map((row) => row.id);
  };

  it('Removes runs 30 days after their end.', async () => {
    expect(RUN_RETENTION_DAYS).to.equal(30);
    await runOf(31, 30.1);
    await runOf(90, 31);
    const kept = [await runOf(200, null), await runOf(100, 29.9), await runOf(31, 0), await runOf(1, 0)];
    expect((await removeOldRows(database.pool, now)).rows).to.deep.equal({ 'automation runs': 2 });
    for (const table of ['automation_runs', 'automation_step_runs'] as const)
      expect(await remaining(table)).to.deep.equal(kept);
    expect((await removeOldRows(database.pool, now)).rows).to.deep.equal({});
  });

  it('removes entries into automations that are gone', async () => {
    const gone = factoryIds.next();
    await database.pool.query(
      `INSERT INTO automation_entries
       SELECT automation_id, number || '@x.dev'
       FROM unnest($1::uuid[]) AS automation_id, generate_series(1, 3) AS number`,
      [[automation.id, gone, NIL_UUID]],
    );
    await removeOldRows(database.pool, now);
    const { rows } = await database.pool.query('SELECT automation_id AS id FROM automation_entries');
    expect(rows.map(({ id }) => id)).to.deep.equal(Array(3).fill(automation.id));
  });

  it('removes a version once no run is left that could have taken it', async () => {
    const versionOf = async (version: number, created: number) => {
      const id = factoryIds.next();
      await database.pool.query(
        `INSERT INTO automation_versions (id, automation_id, account_id, number, format, graph, properties, created_at)
         SELECT $2, automation_id, account_id, $3, format, graph, properties, $4 FROM automation_versions WHERE id = $1`,
        [automation.versionId, id, version, daysAgo(created)],
      );
      await database.pool.query('UPDATE automations SET version_id = $2 WHERE id = $1', [automation.id, id]);
      return id;
    };
    const versions = async () => {
      const { rows } = await database.pool.query(
        'SELECT number FROM automation_versions WHERE automation_id = $1 ORDER BY number',
        [automation.id],
      );
      return rows.map((row) => row.number as number);
    };
    await database.pool.query('UPDATE automation_versions SET created_at = $2 WHERE id = $1', [
      automation.versionId,
      daysAgo(100),
    ]);
    await versionOf(2, 80);
    await versionOf(3, 60);
    await versionOf(4, 0.5);
    // It may have taken version 2, and no earlier one.
    const waiting = await runOf(70, null);
    await removeOldRows(database.pool, now);
    expect(await versions()).to.deep.equal([2, 3, 4]);
    await database.pool.query('DELETE FROM automation_runs WHERE id = $1', [waiting]);
    await removeOldRows(database.pool, now);
    // The third one was replaced not long ago.
    expect(await versions()).to.deep.equal([3, 4]);
    await removeOldRows(database.pool, new Date(now.getTime() + 2 * DAY_MS));
    expect(await versions()).to.deep.equal([4]);
  });
});
