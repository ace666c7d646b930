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
    const [kept, deleted] = [
      await createWebhook(database.pool, accountId),
      await createWebhook(database.pool, accountId),
    ];
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

  it('are deleted in the order in which recording attempts locks them', async () => {
    const { pool } = database;
    const { id: accountId } = await createAccount(pool);
    const { id } = await createWebhook(pool, accountId);
    // The later ones are first in the table.
    await pool.query(
      `INSERT INTO webhook_counters (webhook_id, starts_at, delivered, failed)
       SELECT $1, to_timestamp((200 - n) * 900), 1, 0 FROM generate_series(1, 200) AS n`,
      [id],
    );
    const lock = (end: string) =>
      `SELECT FROM webhook_counters WHERE webhook_id = '${id}' ORDER BY starts_at ${end} LIMIT 1 FOR UPDATE NOWAIT`;
    const holder = await pool.connect();
    await holder.query('BEGIN');
    await holder.query(lock('ASC'));
    const deleting = deleteWebhook(pool, { accountId, id });
    await untilBlocked(pool, holder);
    const locked = await holder.query(lock('DESC')).then(() => 'locked', String);
    await holder.query('ROLLBACK');
    holder.release();
    await deleting;
    expect(locked).to.equal('locked');
  });
});
