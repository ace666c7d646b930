// `list-stuck` of batches of automations: one that waits for its next try, and one that waits for a worker. A schedule whose
// time has not come is not stuck.
import { expect } from 'chai';
import { createAccount } from '../support/factories/factories.ts';
import { factoryIds } from '../support/factories/factory-ids.ts';
import { useOperatedQueues } from './use-operated-queues.ts';

describe('ops on batches of automations', () => {
  const operated = useOperatedQueues({ redisUrl: undefined });
  let accountId: string;
  beforeEach(async () => {
    const { pool } = operated.database;
    await pool.query('TRUNCATE email_recipients, automation_batch_work');
    accountId = (await createAccount(pool)).id;
  });

  const insert = async (fields: { type: string; status: string; assignments: string }) => {
    const { pool } = operated.database;
    const id = factoryIds.next();
    await pool.query(
      `INSERT INTO automation_batch_work (id, account_id, automation_id, type, status, position, created_at)
       VALUES ($1, $2, $1, $3, $4, $1, now())`,
      [id, accountId, fields.type, fields.status],
    );
    await pool.query(`UPDATE automation_batch_work SET ${fields.assignments} WHERE id = $1`, [id]);
    return id;
  };
  const { listStuck } = operated;

  it('say when one that has met a bug is tried again, and what it is about', async () => {
    const id = await insert({
      type: 'enroll',
      status: 'running',
      assignments: `attempts = 3, next_attempt_at = '2100-01-01T00:00:00Z', last_error = 'It has no time', done = 1000,
                    total = 2500`,
    });
    const [row, ...others] = await listStuck();
    expect(others).to.deep.equal([]);
    expect(row).to.include({
      id,
      table: 'automation_batch_work',
      state: 'waiting',
      last_answer: 'It has no time',
      why: 'Attempt 3 failed: It has no time. The next attempt is at 2100-01-01T00:00:00.000Z.',
    });
    expect(row?.about).to.deep.equal({
      account_id: accountId,
      automation_id: id,
      type: 'enroll',
      status: 'running',
      taken_at: null,
      done: 1_000,
      total: 2_500,
    });
  });

  it('say that one waits for a worker', async () => {
    const id = await insert({
      type: 'cancel',
      status: 'pending',
      assignments: 'next_attempt_at = now(), woken_at = now()',
    });
    const [row] = await listStuck();
    expect(row).to.include({
      id,
      state: 'woken',
      why: 'No worker of the group bulk is running.',
    });
  });

  it('do not list a schedule whose time has not come, nor a batch that has ended', async () => {
    await insert({
      type: 'schedule',
      status: 'pending',
      assignments: `taken_at = '2100-01-01T00:00:00Z', next_attempt_at = '2100-01-01T00:00:00Z'`,
    });
    await insert({
      type: 'retry',
      status: 'failed',
      assignments: `attempts = 10, last_error = 'x', ended_at = now()`,
    });
    expect(await listStuck()).to.deep.equal([]);
  });
});
