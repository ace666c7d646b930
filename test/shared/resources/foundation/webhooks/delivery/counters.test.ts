// What is counted of attempts at webhooks goes when it is read no more; the last success stays with its webhook.
import { expect } from 'chai';
import { DAY_MS } from '../../../../../../shared/platform/time/durations.ts';
import { deleteWebhook } from '../../../../../../shared/resources/foundation/webhooks/delete.ts';
import { findDeliveryCounts } from '../../../../../../shared/resources/foundation/webhooks/delivery/counters.ts';
import { createAttempt, createMessage } from '../../../../../api/webhooks/owner.ts';
import { untilBlocked } from '../../../../../support/database/blocked-sessions.ts';
import { useDatabase } from '../../../../../support/database/database.ts';
import { createAccount, createWebhook } from '../../../../../support/factories/factories.ts';
import { removeOldRows } from '../../../../../support/work/remove-old-rows.ts';

describe('The counters of webhooks', () => {
  const database = useDatabase();

  it('are removed after two days, but for that of the last success', async () => {
    const { id: accountId } = await createAccount(database.pool);
    const kept = await createWebhook(database.pool, accountId);
    const deleted = await createWebhook(database.pool, accountId);
    const now = new Date();
    const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);
    for (const webhook of [kept, deleted]) {
      const { id } = await createMessage(database.pool, webhook);
      for (const [days, statusCode] of [
        [40, 200],
        [30, 200],
        [29, 500],
        [1.1, 500],
        [0, 500],
      ] as const)
        await createAttempt(database.pool, webhook, id, { statusCode, at: daysAgo(days) });
    }
    await database.pool.query('DELETE FROM webhooks WHERE id = $1', [deleted.id]);
    await removeOldRows(database.pool, now);
    const { rows } = await database.pool.query(
      'SELECT webhook_id AS id, count(*)::integer AS left FROM webhook_counters GROUP BY webhook_id ORDER BY 2 DESC',
    );
    expect(rows).to.deep.equal([
      { id: kept.id, left: 3 },
      { id: deleted.id, left: 2 },
    ]);
    const counts = (await findDeliveryCounts(database.pool, [kept.id], now)).get(kept.id);
    expect(counts).to.deep.include({ lastSuccessAt: daysAgo(30), delivered: 0, failed: 1 });
  });

  it('are deleted in the order in which steps of replays and recording attempts lock rows', async () => {
    const { pool } = database;
    const { id: accountId } = await createAccount(pool);
    const { id } = await createWebhook(pool, accountId);
    // The later ones are first in each table.
    await pool.query(
      `INSERT INTO webhook_counters (webhook_id, starts_at, delivered, failed)
       SELECT $1, to_timestamp((200 - n) * 900), 1, 0 FROM generate_series(1, 200) AS n`,
      [id],
    );
    await pool.query(
      `WITH replay AS (
         INSERT INTO webhook_replays (id, account_id, webhook_id, last_id, until_id, created_at)
         SELECT uuid_v7(to_timestamp(200 - n)), $2, $1, $1, $1, now() FROM generate_series(1, 200) AS n RETURNING id)
       INSERT INTO webhook_replay_counters (id) SELECT id FROM replay`,
      [id, accountId],
    );
    const rows = {
      replays: `webhook_replays WHERE webhook_id = '${id}' ORDER BY id`,
      counters: `webhook_counters WHERE webhook_id = '${id}' ORDER BY starts_at`,
      webhook: `webhooks WHERE id = '${id}' ORDER BY id`,
      counts: 'webhook_replay_counters ORDER BY id',
    };
    const order = ['replays', 'counters', 'webhook', 'counts'] as const;
    for (const [index, held] of order.entries()) {
      const holder = await pool.connect();
      await holder.query('BEGIN');
      await holder.query(`SELECT FROM ${rows[held]} ASC LIMIT 1 FOR UPDATE`);
      const deleting = deleteWebhook(pool, { accountId, id }).catch(String);
      await untilBlocked(pool, holder);
      const taken = [];
      for (const free of order.slice(index)) {
        const lock = `SELECT FROM ${rows[free]} DESC LIMIT 1 FOR UPDATE SKIP LOCKED`;
        if ((await holder.query(lock)).rowCount === 0) taken.push(free);
      }
      await pool.query(
        'SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND cardinality(pg_blocking_pids(pid)) > 0',
      );
      await deleting;
      await holder.query('ROLLBACK');
      holder.release();
      expect(taken, `what a deletion that waits for ${held} has locked before its turn`).to.deep.equal([]);
    }
    await deleteWebhook(pool, { accountId, id });
    for (const table of ['webhook_replays', 'webhook_replay_counters'])
      expect((await pool.query(`SELECT FROM ${table}`)).rowCount).to.equal(0);
  });
});
