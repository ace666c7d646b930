// The contacts of the Node SDK of Resend, unchanged (docs/reference/clients.md#resends-node-sdk).
import { expect } from 'chai';
import { Resend } from 'resend';
import { counts, createImporter } from '../api/contact-imports/importer.ts';
import { useApp } from '../support/api/app.ts';
import { createApiKey } from '../support/factories/factories.ts';
import { succeed } from './support/succeed.ts';

describe('The newest SDK of Resend creates, lists, gets, updates and removes contacts, their segments and topics.', () => {
  const app = useApp();
  let resend: Resend;
  let segment: string;
  let topic: string;
  beforeEach(async () => {
    const { token } = await createApiKey(app.pool);
    resend = new Resend(token, { baseUrl: app.url });
    segment = (await succeed(resend.segments.create({ name: 'VIP' }))).id;
    topic = (await succeed(resend.topics.create({ name: 'News', defaultSubscription: 'opt_in' }))).id;
    await succeed(resend.contactProperties.create({ key: 'plan', type: 'string' }));
  });

  it('contacts', async () => {
    const email = 'bo+news@customer.dev';
    const { id, object } = await succeed(
      resend.contacts.create({
        email,
        firstName: 'Bo',
        unsubscribed: false,
        properties: { plan: 'pro' },
        segments: [{ id: segment }],
        topics: [{ id: topic, subscription: 'opt_out' }],
      }),
    );
    expect(object).to.equal('contact');
    for (const key of [{ id }, { email }, { email: 'BO+news@customer.dev' }]) {
      const contact = await succeed(resend.contacts.get(key));
      expect(contact).to.deep.include({ object: 'contact', id, email, first_name: 'Bo', last_name: null });
      expect(contact.properties).to.deep.equal({ plan: { type: 'string', value: 'pro' } });
    }
    const changes = { firstName: null, unsubscribed: true, properties: { plan: null } };
    expect((await succeed(resend.contacts.update({ email, ...changes }))).id).to.equal(id);
    const changed = await succeed(resend.contacts.get({ id }));
    expect(changed).to.deep.include({ first_name: null, unsubscribed: true, properties: {} });
    const removed = await succeed(resend.contacts.remove({ email }));
    expect(removed).to.deep.include({ object: 'contact', contact: id, deleted: true });
    expect((await resend.contacts.get({ id })).error).to.include({ name: 'not_found', statusCode: 404 });
    expect((await resend.contacts.create({ email: 'bo' })).error).to.include({ statusCode: 422 });
  });

  it('lists, by page and by segment', async () => {
    await succeed(resend.contacts.create({ email: 'ana@x.dev', segments: [{ id: segment }] }));
    const second = await succeed(resend.contacts.create({ email: 'bo@x.dev' }));
    const newest = await succeed(resend.contacts.list({ limit: 1 }));
    expect([newest.has_more, newest.data[0]?.id]).to.deep.equal([true, second.id]);
    const next = await succeed(resend.contacts.list({ limit: 1, after: second.id }));
    expect(next.data.map(({ email }) => email)).to.deep.equal(['ana@x.dev']);
    const members = await succeed(resend.contacts.list({ segmentId: segment }));
    expect(members.data.map(({ email }) => email)).to.deep.equal(['ana@x.dev']);
  });

  it('segments', async () => {
    const { id } = await succeed(resend.contacts.create({ email: 'bo@x.dev' }));
    const { segments } = resend.contacts;
    const added = await succeed(segments.add({ email: 'bo@x.dev', segmentId: segment }));
    expect(added.id).to.equal(segment);
    const listed = await succeed(segments.list({ contactId: id }));
    expect(listed.data[0]).to.deep.include({ id: segment, name: 'VIP' });
    const removed = await succeed(segments.remove({ contactId: id, segmentId: segment }));
    expect(removed).to.deep.include({ id: segment, deleted: true });
    expect((await succeed(segments.list({ email: 'bo@x.dev' }))).data).to.deep.equal([]);
  });

  it('topics', async () => {
    const { id } = await succeed(resend.contacts.create({ email: 'bo@x.dev' }));
    const { topics } = resend.contacts;
    for (const subscription of ['opt_out', 'opt_in'] as const) {
      const updated = await succeed(
        topics.update({ email: 'bo@x.dev', topics: [{ id: topic, subscription }] }),
      );
      expect(updated.id).to.equal(id);
      const listed = await succeed(topics.list({ id }));
      expect(listed.data[0]).to.deep.equal({ id: topic, name: 'News', description: null, subscription });
    }
  });

  it('below an audience, which may be a segment', async () => {
    const email = 'bo@x.dev';
    const created = await succeed(resend.contacts.create({ audienceId: segment, email, firstName: 'Bo' }));
    const contact = await succeed(resend.contacts.get({ audienceId: segment, email }));
    expect(contact).to.deep.include({ id: created.id, email, first_name: 'Bo' });
    const listed = await succeed(resend.contacts.list({ audienceId: segment }));
    expect(listed.data.map(({ id }) => id)).to.deep.equal([created.id]);
    await succeed(resend.contacts.update({ audienceId: segment, email, lastName: 'Smith' }));
    const removed = await succeed(resend.contacts.remove({ audienceId: segment, id: created.id }));
    expect(removed.deleted).to.equal(true);
  });
});

describe('The newest SDK of Resend imports contacts from a file, and reads and lists imports.', () => {
  const app = useApp();

  it('imports', async () => {
    const importer = await createImporter(app);
    const { owner } = importer;
    const segment = await owner.make('/segments', { name: 'VIP' });
    const topic = await owner.make('/topics', { name: 'News', default_subscription: 'opt_out' });
    await owner.make('/contact-properties', { key: 'plan', type: 'string' });
    const { imports } = new Resend(owner.token, { baseUrl: app.url }).contacts;
    const file = new Blob(['Mail,Given,Tariff\nbo@customer.dev,Bo,pro\n'], { type: 'text/csv' });
    const { id } = await succeed(
      imports.create({
        file,
        columnMap: {
          email: 'Mail',
          firstName: 'Given',
          properties: { plan: { column: 'Tariff', type: 'string' } },
        },
        onConflict: 'upsert',
        segments: [{ id: segment }],
        topics: [{ id: topic, subscription: 'opt_in' }],
      }),
    );
    await importer.run({ id });
    const ended = await succeed(imports.get(id));
    expect(ended).to.deep.include({ object: 'contact_import', id, status: 'completed' });
    expect(ended.counts).to.deep.equal(counts({ created: 1 }));
    expect((await succeed(imports.list({ status: 'completed', limit: 5 }))).data).to.deep.equal([ended]);
    expect(await owner.contact('bo@customer.dev')).to.deep.include({
      first_name: 'Bo',
      properties: { plan: { type: 'string', value: 'pro' } },
      segments: [{ id: segment, name: 'VIP' }],
    });
  });
});
