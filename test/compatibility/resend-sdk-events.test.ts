// The events of the Node SDK of Resend, unchanged (docs/reference/clients.md#resends-node-sdk).
import { expect } from 'chai';
import { Resend } from 'resend';
import { useApp } from '../support/api/app.ts';
import { createAutomation } from '../support/factories/automation-factories.ts';
import { createContact } from '../support/factories/contact-factories.ts';
import { createApiKey, createDomain } from '../support/factories/factories.ts';
import { succeed } from './support/succeed.ts';

describe('The newest SDK of Resend defines, gets, lists, changes, removes and sends events.', () => {
  const app = useApp();
  let resend: Resend;
  let accountId: string;
  let domainId: string;
  before(async () => {
    const key = await createApiKey(app.pool);
    accountId = key.accountId;
    domainId = (await createDomain(app.pool, accountId, { isDefault: true })).id;
    resend = new Resend(key.token, { baseUrl: app.url });
  });

  it('defines, gets, lists, changes and removes them', async () => {
    const name = 'user.created/x y';
    const created = await resend.events.create({ name, schema: { plan: 'string' } });
    expect(created.error).to.equal(null);
    const id = created.data?.id ?? expect.fail('There is no id.');
    expect(created.data).to.include({ object: 'event' });
    for (const idOrName of [id, name]) {
      const data = await succeed(resend.events.get(idOrName));
      expect(data).to.deep.include({
        object: 'event',
        id,
        name,
        schema: { plan: 'string' },
        updated_at: null,
      });
    }
    const list = await resend.events.list({ limit: 1 });
    expect(list.data).to.include({ object: 'list', has_more: false });
    expect(list.data?.data[0]).to.deep.include({ id, name });
    const updated = await resend.events.update(name, { schema: { plan: 'string', seats: 'number' } });
    expect([updated.error, updated.data?.id]).to.deep.equal([null, id]);
    expect((await resend.events.get(id)).data?.schema).to.deep.equal({ plan: 'string', seats: 'number' });
    expect((await resend.events.update(id, { schema: null })).error).to.equal(null);
    const removed = await resend.events.remove(name);
    expect(removed.data).to.deep.equal({ object: 'event', id, deleted: true });
    expect((await resend.events.get(id)).error).to.include({ name: 'not_found', statusCode: 404 });
  });

  it('sends them, to a contact by its id or its address', async () => {
    await createAutomation(app.pool, accountId, { domainId, trigger: 'paid' });
    const { id: contactId } = await createContact(app.pool, { accountId });
    const payload = { order: { id: 7, items: ['a'] } };
    for (const whom of [{ contactId }, { email: 'new@customer.dev' }]) {
      const data = await succeed(resend.events.send({ event: 'paid', ...whom, payload }));
      expect(data).to.include({ object: 'event', event: 'paid' });
    }
    const { rows } = await app.pool.query('SELECT payload FROM automation_runs WHERE account_id = $1', [
      accountId,
    ]);
    expect(rows.map(({ payload: stored }) => stored)).to.deep.equal([payload, payload]);
    const refused = await resend.events.send({ event: 'contact.created', contactId });
    expect(refused.error).to.include({ name: 'validation_error', statusCode: 422 });
  });
});
