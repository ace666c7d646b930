// Webhook fan-out: an event of any resource becomes one message for each enabled webhook of its account that subscribes
// to its type, in the transaction that causes the event; the endpoints are woken after the commit
// (docs/architecture/webhooks.md#fan-out).
import { expect } from 'chai';
import { type Transaction, transaction } from '../../../../../shared/platform/db/transaction.ts';
import { isUuidV7 } from '../../../../../shared/platform/time/ids.ts';
import { webhookWork } from '../../../../../shared/resources/foundation/webhooks/delivery/work.ts';
import {
  type AccountEvent,
  fanOutEvents,
} from '../../../../../shared/resources/foundation/webhooks/fan-out.ts';
import { createDatabase, useDatabase } from '../../../../support/database/database.ts';
import { createAccount, createWebhook } from '../../../../support/factories/factories.ts';
import { failureOf } from '../../../../support/failure-of.ts';

/** Messages are stored in the partition of their event's month, which must exist. */
const AT = new Date().toISOString();

describe('an event', () => {
  // Not checked against the schemas: the data of these events is made up.
  const database = useDatabase(() => createDatabase());
  let accountId: string;
  const woken: string[][] = [];
  beforeEach(async () => {
    accountId = (await createAccount(database.pool)).id;
    woken.length = 0;
  });

  const queues = {
    wake(queue: { name: string }, ids: readonly string[]) {
      expect(queue).to.equal(webhookWork.queue);
      woken.push([...ids]);
    },
  };
  const eventOf = (type: AccountEvent['type'], changes: Partial<AccountEvent> = {}): AccountEvent => ({
    accountId,
    type,
    data: { id: 'c1' },
    createdAt: new Date(AT),
    ...changes,
  });
  const announceIn = (client: Transaction, ...events: AccountEvent[]) => fanOutEvents(client, events, queues);
  const announce = (...events: AccountEvent[]) =>
    transaction(database.pool, (client) => announceIn(client, ...events));
  const announceDelivery = () => announce(eventOf('email.sent'), eventOf('email.delivered'));
  const messagesOf = async ({ id }: { id: string }) => {
    const { rows } = await database.pool.query('SELECT * FROM webhook_messages WHERE webhook_id = $1', [id]);
    return rows;
  };

  const asked: [events: string[], types: string[]][] = [
    [['*'], ['email.delivered', 'email.sent']],
    [['email.*'], ['email.delivered', 'email.sent']],
    [['email.delivered'], ['email.delivered']],
    [['email.bounced', 'email.sent'], ['email.sent']],
    [
      ['*', 'email.*', 'email.sent'],
      ['email.delivered', 'email.sent'],
    ],
    [['email.bounced'], []],
    [['contact.*', 'email', 'delivered', ''], []],
    [[], []],
  ];
  for (const [events, types] of asked) {
    it(`of email.sent and one of email.delivered reach a webhook that subscribes to [${events}] as [${types}]`, async () => {
      const webhook = await createWebhook(database.pool, accountId, { events });
      await announceDelivery();
      expect((await messagesOf(webhook)).map(({ type }) => type).sort()).to.deep.equal(types);
    });
  }

  for (const [events, types] of [
    [['contact.*'], ['contact.created', 'contact.topics.updated']],
    [['contact.topics.updated'], ['contact.topics.updated']],
    [['contact.topics.*', 'topic.*', 'email.*'], []],
  ] as const) {
    it(`of a contact and one of its topics reach a webhook that subscribes to [${events}] as [${types}]`, async () => {
      const webhook = await createWebhook(database.pool, accountId, { events: [...events] });
      await announce(eventOf('contact.created'), eventOf('contact.topics.updated'));
      expect((await messagesOf(webhook)).map(({ type }) => type).sort()).to.deep.equal(types);
    });
  }

  it('Delivers an event to every webhook that subscribes to it, to each under its own id.', async () => {
    const webhooks = [];
    for (let count = 0; count < 5; count += 1) webhooks.push(await createWebhook(database.pool, accountId));
    const other = await createWebhook(database.pool, accountId, { events: ['contact.*'] });
    await announceDelivery();
    const messages = [];
    for (const webhook of webhooks) {
      const own = await messagesOf(webhook);
      expect(own.map(({ type }) => type).sort()).to.deep.equal(['email.delivered', 'email.sent']);
      messages.push(...own);
    }
    expect(await messagesOf(other)).to.deep.equal([]);
    expect(new Set(messages.map(({ id }) => id)).size).to.equal(10);
  });

  it('Does not deliver an event that occurs while the webhook is disabled, not even later.', async () => {
    const disabled = await createWebhook(database.pool, accountId, { status: 'disabled' });
    const enabled = await createWebhook(database.pool, accountId);
    await announceDelivery();
    expect(await messagesOf(enabled)).to.have.length(2);
    await database.pool.query("UPDATE webhooks SET status = 'enabled' WHERE id = $1", [disabled.id]);
    expect(await messagesOf(disabled)).to.deep.equal([]);
    await announce(eventOf('email.bounced'));
    expect((await messagesOf(disabled)).map(({ type }) => type)).to.deep.equal(['email.bounced']);
  });

  it('Delivers an event only to webhooks of its own account.', async () => {
    const { id: otherId } = await createAccount(database.pool);
    const others = await createWebhook(database.pool, otherId);
    const own = await createWebhook(database.pool, accountId);
    await announceDelivery();
    expect(await messagesOf(own)).to.have.length(2);
    expect(await messagesOf(others)).to.deep.equal([]);
    await announce(eventOf('contact.created'), eventOf('topic.created', { accountId: otherId }));
    expect((await messagesOf(own)).map(({ type }) => type)).to.include('contact.created');
    expect((await messagesOf(others)).map(({ type }) => type)).to.deep.equal(['topic.created']);
  });

  it('is due at once, under a UUID v7 of its time', async () => {
    const webhook = await createWebhook(database.pool, accountId);
    await announce(eventOf('email.sent'));
    const [message] = await messagesOf(webhook);
    expect(message).to.deep.include({
      account_id: accountId,
      state: 'pending',
      attempts: 0,
      next_attempt_at: new Date(AT),
      created_at: new Date(AT),
      claimed_by: null,
      woken_at: null,
    });
    expect(isUuidV7(message.id)).to.equal(true);
    expect(Number.parseInt(message.id.replace('-', '').slice(0, 12), 16)).to.equal(Date.parse(AT));
  });

  it('Builds a payload of `id`, `type`, `created_at` and `data`.', async () => {
    const webhook = await createWebhook(database.pool, accountId);
    const data = { email: 'bo@customer.dev', name: 'Grüße, "Bo" \\ </script>', list: [1, null, {}] };
    await announce(eventOf('contact.created', { data }));
    const [{ id, payload }] = await messagesOf(webhook);
    expect(JSON.parse(payload)).to.deep.equal({ id, type: 'contact.created', created_at: AT, data });
  });

  it('is fanned out and wakes each endpoint once, after the commit and not before', async () => {
    const webhooks = [await createWebhook(database.pool, accountId)];
    webhooks.push(await createWebhook(database.pool, accountId, { events: ['contact.*'] }));
    const silent = await createWebhook(database.pool, accountId, { events: ['topic.*'] });
    await transaction(database.pool, async (client) => {
      await announceIn(client, eventOf('contact.created'), eventOf('contact.updated'));
      for (const webhook of webhooks) expect(await messagesOf(webhook)).to.deep.equal([]);
      expect(woken).to.deep.equal([]);
    });
    for (const webhook of webhooks) expect(await messagesOf(webhook)).to.have.length(2);
    expect(await messagesOf(silent)).to.deep.equal([]);
    expect(woken).to.have.length(1);
    expect(woken[0]).to.have.members(webhooks.map(({ id }) => id));
  });

  it('is not fanned out and wakes no endpoint when its transaction fails', async () => {
    const webhook = await createWebhook(database.pool, accountId);
    const error = new Error('changed my mind');
    const work = transaction(database.pool, async (client) => {
      await announceIn(client, eventOf('contact.created'));
      throw error;
    });
    expect(await failureOf(work)).to.equal(error);
    expect(await messagesOf(webhook)).to.deep.equal([]);
    expect(woken).to.deep.equal([]);
  });

  it('wakes no endpoint when no webhook subscribes to it', async () => {
    await createWebhook(database.pool, accountId, { events: ['email.*'] });
    await announce(eventOf('contact.created'));
    await announce();
    expect(woken).to.deep.equal([]);
  });
});
