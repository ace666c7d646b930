// The endpoints that tick and sweeper wake: each once, and only those that may be sent to.

import { expect } from 'chai';
import { webhookWork } from '../../../../../../shared/resources/foundation/webhooks/delivery/work.ts';
import { useDatabase } from '../../../../../support/database/database.ts';
import {
  createAccount,
  createWebhook,
  createWebhookMessages,
} from '../../../../../support/factories/factories.ts';

const NOW = new Date();
const later = (milliseconds: number) => new Date(NOW.getTime() + milliseconds);

describe('endpoints to wake', () => {
  const database = useDatabase();
  let accountId: string;
  before(async () => {
    accountId = (await createAccount(database.pool)).id;
  });
  afterEach(() => database.pool.query('TRUNCATE webhooks, webhook_messages'));
  const webhookWith = async (count: number, at = NOW, status: 'enabled' | 'disabled' = 'enabled') => {
    const webhook = await createWebhook(database.pool, accountId, { status });
    await createWebhookMessages(database.pool, webhook, count, { at });
    return webhook;
  };
  const set = (id: string, column: string, value: unknown) =>
    database.pool.query(`UPDATE webhooks SET ${column} = $2 WHERE id = $1`, [id, value]);
  const tick = (now = NOW, limit = 100) => webhookWork.table.markDue(database.pool, now, limit);

  describe('by the tick', () => {
    it('are those with due messages, each once', async () => {
      const webhooks = [await webhookWith(3), await webhookWith(1)];
      await webhookWith(1, later(1));
      expect((await tick()).sort()).to.deep.equal(webhooks.map(({ id }) => id).sort());
      expect(await tick()).to.deep.equal([]);
    });

    it('are woken again for messages that became due later', async () => {
      const webhook = await webhookWith(1);
      await tick();
      await createWebhookMessages(database.pool, webhook, 1, { at: later(500) });
      expect(await tick(later(499))).to.deep.equal([]);
      expect(await tick(later(500))).to.deep.equal([webhook.id]);
    });

    it('are limited to the given number, and the others follow in the next tick', async () => {
      for (let count = 0; count < 3; count += 1) await webhookWith(1);
      const woken = [...(await tick(NOW, 2)), ...(await tick(NOW, 2))];
      expect(new Set(woken).size).to.equal(3);
    });

    it('exclude disabled and deleted ones', async () => {
      await webhookWith(1, NOW, 'disabled');
      const deleted = await webhookWith(1);
      await database.pool.query('DELETE FROM webhooks WHERE id = $1', [deleted.id]);
      expect(await tick()).to.deep.equal([]);
    });

    it('exclude resting ones until their rest is over', async () => {
      const webhook = await webhookWith(1);
      await set(webhook.id, 'rest_until', later(1_000));
      expect(await tick(later(999))).to.deep.equal([]);
      expect(await tick(later(1_000))).to.deep.equal([webhook.id]);
      expect(await tick(later(1_000))).to.deep.equal([]);
    });
  });

  describe('by the sweeper', () => {
    /** By default long after the last wake-up. */
    const sweep = (now = later(10_000), wokenBefore = new Date(Date.now() + 60_000)) =>
      webhookWork.table.markLostWakeUps(database.pool, wokenBefore, 100, now);

    it('are those with a message that is due for five seconds and unclaimed', async () => {
      const webhook = await webhookWith(1_000);
      await webhookWith(1, later(60_000));
      expect(await sweep(later(4_999))).to.deep.equal([]);
      expect(await sweep(later(5_000))).to.deep.equal([webhook.id]);
    });

    it('exclude those that were woken after the oldest waiting job', async () => {
      const webhook = await webhookWith(1);
      await tick();
      expect(await sweep(later(10_000), new Date(Date.now() - 60_000))).to.deep.equal([]);
      expect(await sweep()).to.deep.equal([webhook.id]);
    });

    it('exclude those whose messages are all claimed', async () => {
      await webhookWith(2);
      await database.pool.query(
        'UPDATE webhook_messages SET claimed_by = gen_random_uuid(), claim_token = gen_random_uuid()',
      );
      expect(await sweep()).to.deep.equal([]);
    });

    it('exclude disabled, deleted and resting ones', async () => {
      await webhookWith(1, NOW, 'disabled');
      const deleted = await webhookWith(1);
      await database.pool.query('DELETE FROM webhooks WHERE id = $1', [deleted.id]);
      const resting = await webhookWith(1);
      await set(resting.id, 'rest_until', later(20_000));
      expect(await sweep()).to.deep.equal([]);
      expect(await sweep(later(20_000))).to.deep.equal([resting.id]);
    });
  });
});
