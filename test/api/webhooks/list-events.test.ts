// GET /webhooks/:id/events: the events that were or will be delivered to a webhook, in the shape that Resend's SDK
// expects (docs/reference/webhooks.md#events-and-attempts).
import { expect } from 'chai';
import { WEBHOOK_MESSAGE_STATES } from '../../../shared/contract/webhooks/values.ts';
import { useApp } from '../../support/api/app.ts';
import { useEach } from '../../support/api/use-each.ts';
import { createDomain, createWebhook } from '../../support/factories/factories.ts';
import { describePaging } from '../paging.ts';
import { createHookOwner, createMessage, useListedHook } from './owner.ts';

describe('GET /webhooks/:id/events', () => {
  const app = useApp();
  const owner = useEach(() => createHookOwner(app, { events: ['email.scheduled'] }));
  const idsOf = async (query: Record<string, string | undefined>) => {
    const { status, body } = await owner.api.get(`${owner.path}/events`).query(query);
    expect(status, JSON.stringify(query)).to.equal(200);
    return body.data.map(({ id }: { id: string }) => id);
  };

  it('Lists each event with its id, type, time, delivery status, next attempt and recipient.', async () => {
    const createdAt = new Date(Math.floor(Date.now() / 1000) * 1000);
    const fields = { type: 'email.sent', state: 'failed', createdAt } as const;
    const payload = (data: object) => ({ id: 'x', type: 'email.sent', data });
    const about = payload({ to: ['bo@customer.dev'] });
    const contact = payload({ email: 'cy@customer.dev' });
    const none = payload({ name: 'acme.dev' });
    const { id } = await createMessage(app.pool, owner.hook, { ...fields, payload: about });
    expect(await owner.read(`${owner.path}/events`)).to.deep.equal({
      object: 'list',
      has_more: false,
      data: [
        {
          id,
          type: 'email.sent',
          created_at: createdAt.toISOString(),
          status: 'failed',
          retrying: false,
          next_attempt_at: null,
          recipient: 'bo@customer.dev',
        },
      ],
    });
    for (const of of [contact, none]) await createMessage(app.pool, owner.hook, { ...fields, payload: of });
    const { data } = await owner.read(`${owner.path}/events`);
    const recipients = data.map(({ recipient }: { recipient: string | null }) => recipient);
    expect(recipients).to.have.members([null, 'cy@customer.dev', 'bo@customer.dev']);
  });

  it('Lists an event as soon as it occurs, if the webhook subscribes to it.', async () => {
    const other = await createWebhook(app.pool, owner.accountId, { events: ['email.canceled'] });
    const { name } = await createDomain(app.pool, owner.accountId);
    const email = { from: `ana@${name}`, to: 'bo@customer.dev', subject: 'Hello', text: 'Hello' };
    await owner.api
      .post('/emails')
      .send({ ...email, scheduled_at: 'in 1 hour' })
      .expect(200);
    const [event, ...others] = (await owner.read(`${owner.path}/events`)).data;
    expect(event).to.include({ type: 'email.scheduled', status: 'pending' });
    expect(others).to.deep.equal([]);
    expect((await owner.read(`/webhooks/${other.id}/events`)).data).to.deep.equal([]);
  });

  it('Filters the events of a webhook by delivery status.', async () => {
    const wanted: Record<string, string[]> = {};
    for (const state of [...WEBHOOK_MESSAGE_STATES, ...WEBHOOK_MESSAGE_STATES])
      wanted[state] = [(await createMessage(app.pool, owner.hook, { state })).id, ...(wanted[state] ?? [])];
    for (const status of WEBHOOK_MESSAGE_STATES) {
      const [second = '', first = ''] = wanted[status] ?? [];
      expect(await idsOf({ status }), status).to.deep.equal([second, first]);
      expect(await idsOf({ status, after: second }), status).to.deep.equal([first]);
      expect(await idsOf({ status, before: first }), status).to.deep.equal([second]);
    }
  });

  it('Filters the events of a webhook by type, alone or together with a status.', async () => {
    const sent = await createMessage(app.pool, owner.hook, { type: 'email.sent' });
    await createMessage(app.pool, owner.hook, { type: 'email.bounced' });
    const failed = await createMessage(app.pool, owner.hook, { type: 'email.sent', state: 'failed' });
    expect(await idsOf({ type: 'email.sent' })).to.deep.equal([failed.id, sent.id]);
    expect(await idsOf({ type: 'email.sent', status: 'failed' })).to.deep.equal([failed.id]);
    expect(await idsOf({ type: 'email.sent', status: 'success' })).to.deep.equal([sent.id]);
    expect(await idsOf({ type: 'email.opened' })).to.deep.equal([]);
  });

  it('Lists only the events of the webhook in the path.', async () => {
    await createMessage(app.pool, await createWebhook(app.pool, owner.accountId));
    const own = await createMessage(app.pool, owner.hook);
    expect(await idsOf({})).to.deep.equal([own.id]);
  });

  describe('paging', () => {
    // The path contains the webhook's id, so all tests list the events of one webhook, and each test begins by deleting
    // them.
    const listed = useListedHook(app);

    describePaging(app, `${listed.path}/events`, async () => {
      await app.pool.query('DELETE FROM webhook_messages WHERE webhook_id = $1', [listed.hook.id]);
      return {
        token: listed.token,
        createItem: async () => (await createMessage(app.pool, listed.hook)).id,
        deleteItem: (id) => app.pool.query('DELETE FROM webhook_messages WHERE id = $1', [id]),
        createForeignItem: async () => (await createMessage(app.pool, listed.other)).id,
      };
    });
  });
});
