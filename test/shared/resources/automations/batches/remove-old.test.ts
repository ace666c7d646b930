// Retention of batches that have ended.
import { expect } from 'chai';
import { RUN_RETENTION_DAYS } from '../../../../../shared/contract/limits.ts';
import { DAY_MS } from '../../../../../shared/platform/time/durations.ts';
import { removeOldRuns } from '../../../../../shared/resources/automations/runs/remove-old.ts';
import { useDatabase } from '../../../../support/database/database.ts';
import { createAccount } from '../../../../support/factories/factories.ts';

describe('the retention of batches', () => {
  const database = useDatabase();

  it('removes a batch with old runs, 30 days after its end', async () => {
    const { id: accountId } = await createAccount(database.pool);
    const now = new Date();
    const insert = (type: string, daysAgo: number | null) =>
      database.pool.query(
        `INSERT INTO automation_batch_work (id, account_id, automation_id, type, status, position, created_at, ended_at)
         VALUES (gen_random_uuid(), $1, $1, $2, 'completed', $1, now() - interval '90 days', $3)`,
        [accountId, type, daysAgo === null ? null : new Date(now.getTime() - daysAgo * DAY_MS)],
      );
    expect(RUN_RETENTION_DAYS).to.equal(30);
    await Promise.all([
      insert('enroll', 30.1),
      insert('retry', 60),
      insert('cancel', 29.9),
      insert('schedule', null),
    ]);
    await removeOldRuns(database.pool, now);
    const { rows } = await database.pool.query('SELECT type FROM automation_batch_work ORDER BY type');
    expect(rows.map(({ type }) => type)).to.deep.equal(['cancel', 'schedule']);
  });
});
