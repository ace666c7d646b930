// Ending orphaned messages: those of deleted webhooks fail, all others stay unchanged.
import { expect } from 'chai';
import { endOrphanedMessages } from '../../../../../../shared/resources/foundation/webhooks/delivery/end-orphans.ts';
import { useDatabase } from '../../../../../support/database/database.ts';
import {
  createAccount,
  createWebhook,
  createWebhookMessages,
} from '../../../../../support/factories/factories.ts';

describe('ending orphaned messages', () => {
  const database = useDatabase();

  it('fails the messages of deleted webhooks and no others', async () => {
    const { id: accountId } = await createAccount(database.pool);
    const webhooks = [];
    for (let count = 0; count < 4; count += 1) webhooks.push(await createWebhook(database.pool, accountId));
    for (const webhook of webhooks) await createWebhookMessages(database.pool, webhook, 3);
    const [, deleted, , other] = webhooks;
    await database.pool.query('DELETE FROM webhooks WHERE id = ANY($1)', [[deleted?.id, other?.id]]);
    expect(await endOrphanedMessages(database.pool)).to.equal(6);
    expect(await endOrphanedMessages(database.pool)).to.equal(0);
    const { rows } = await database.pool.query(
      `SELECT state, next_attempt_at IS NULL AS is_done, webhook_id = ANY($1) AS is_deleted, count(*)::integer
       FROM webhook_messages GROUP BY 1, 2, 3 ORDER BY 1`,
      [[deleted?.id, other?.id]],
    );
    expect(rows).to.deep.equal([
      { state: 'failed', is_done: true, is_deleted: true, count: 6 },
      { state: 'pending', is_done: false, is_deleted: false, count: 6 },
    ]);
  });
});
