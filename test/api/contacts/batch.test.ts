// POST /contacts/batch (docs/reference/contacts.md#post-contactsbatch).
import { expect } from 'chai';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { useEach } from '../../support/api/use-each.ts';
import { UNKNOWN_ID } from '../specimen.ts';
import { createContactOwner } from './owner.ts';

const contactsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ email: `bo${index}@x.dev` }));
/** What is more than 20 MB, but not by much. */
const TOO_LONG = 20 * 1024 * 1024 + 1;

describe('POST /contacts/batch', () => {
  const app = useApp();
  const owner = useEach(() => createContactOwner(app));
  const save = (body: object) => owner.api.post('/contacts/batch').send(body);
  const savePermissively = (body: object) => save(body).set('x-batch-validation', 'permissive');

  it('Saves up to 1,000 contacts and answers their ids in the order of the request.', async () => {
    const audience = await owner.audience();
    const contacts = contactsOf(1_000).reverse();
    const { status, body } = await save({ contacts, audience_id: audience });
    expect([status, Object.keys(body)]).to.deep.equal([200, ['data']]);
    const { rows } = await app.pool.query('SELECT id, email FROM contacts WHERE audience_id = $1', [
      audience,
    ]);
    const emailOf = new Map(rows.map(({ id, email }) => [id, { email }]));
    expect(body.data.map(({ id }: { id: string }) => emailOf.get(id))).to.deep.equal(contacts);
    expect(body.data[0]).to.deep.equal({ object: 'contact', id: body.data[0].id });
    const again = await save(contacts.slice(0, 2));
    expect(again.status).to.equal(200);
    expect(await owner.emails()).to.have.length(1_002);
  });

  it('Treats an address that comes several times in a batch as if the contacts came one after the other.', async () => {
    for (const key of ['plan', 'city']) await owner.make('/contact-properties', { key, type: 'string' });
    const segments = [await owner.segment(), await owner.segment()];
    const topic = await owner.topic();
    const choose = (subscription: string) => ({ topics: [{ id: topic, subscription }] });
    const items = [
      { email: 'Bo@x.dev', first_name: 'A', properties: { plan: 'a', city: 'Oslo' }, ...choose('opt_out') },
      { email: 'bo@x.dev', last_name: 'B', segments: [segments[0]] },
      { email: 'BO@x.dev', first_name: 'C', properties: { plan: 'c' }, segments },
      { email: 'bo@X.dev', unsubscribed: true, ...choose('opt_in') },
      { email: 'bo@x.dev', first_name: null, unsubscribed: false },
    ];
    const stepwise = await createContactOwner(app);
    const { body } = await save(items);
    expect(new Set(body.data.map(({ id }: { id: string }) => id)).size).to.equal(1);
    const contact = await owner.contact(body.data[0].id);
    const names = { first_name: 'C', last_name: 'B' };
    expect(contact).to.deep.include({ email: 'Bo@x.dev', ...names, unsubscribed: true });
    expect(contact['segments']).to.have.length(2);
    expect(contact['properties']).to.deep.equal({
      city: { type: 'string', value: 'Oslo' },
      plan: { type: 'string', value: 'c' },
    });
    const { data } = await owner.read('/contacts/bo@x.dev/topics');
    expect(data[0].subscription).to.equal('opt_out');
    for (const item of items) {
      const { email, first_name, last_name, unsubscribed } = item as Record<string, unknown>;
      await stepwise.add(email, { first_name, last_name, unsubscribed });
    }
    const { first_name, last_name, email, unsubscribed } = await stepwise.contact('bo@x.dev');
    expect(contact).to.deep.include({ first_name, last_name, email, unsubscribed });
  });

  it('Leaves existing contacts unchanged with on_conflict `skip`, and answers their ids.', async () => {
    const { body: bo } = await owner.add('bo@x.dev', { first_name: 'Bo' });
    const announced = await owner.listen('contact.*');
    const contacts = [
      { email: 'bo@x.dev', first_name: 'Eve', unsubscribed: true },
      { email: 'cy@x.dev', first_name: 'Cy' },
      { email: 'cy@x.dev', first_name: 'Eve', unsubscribed: true },
    ];
    const { body } = await save({ contacts, on_conflict: 'skip' });
    expect(body.data[0].id).to.equal(bo.id);
    expect(body.data[2].id).to.equal(body.data[1].id);
    expect(await owner.contact('bo@x.dev')).to.deep.equal(bo);
    expect(await owner.contact('cy@x.dev')).to.include({ first_name: 'Cy', unsubscribed: false });
    expect((await announced()).map(({ type, data }) => [type, data['email']])).to.deep.equal([
      ['contact.created', 'cy@x.dev'],
    ]);
    for (const mode of ['update', 'upsert'])
      await save({ contacts: [{ email: 'bo@x.dev', first_name: mode }], on_conflict: mode }).expect(200);
    expect((await owner.contact('bo@x.dev'))['first_name']).to.equal('upsert');
  });

  const BAD: [title: string, item: unknown, status: number, name: string][] = [
    ['a bad address', { email: 'bo' }, 422, 'validation_error'],
    ['no address', {}, 422, 'missing_required_field'],
    ['no object', 'bo@x.dev', 422, 'validation_error'],
    ['null', null, 422, 'validation_error'],
    ['an unknown property', { email: 'cy@x.dev', properties: { none: 1 } }, 422, 'validation_error'],
    ['an unknown segment', { email: 'cy@x.dev', segments: [UNKNOWN_ID] }, 404, 'not_found'],
  ];

  it('Rejects a batch for its first invalid contact, with its index, and saves nothing.', async () => {
    for (const [title, item, status, name] of BAD) {
      // The form of all contacts is checked before anything is looked up.
      const others = title.includes('unknown') ? contactsOf(1) : [{ email: 'eve' }];
      const { status: given, body } = await save([...contactsOf(2), item, ...others]);
      expect([given, body.name, body.index], title).to.deep.equal([status, name, 2]);
    }
    const contacts = contactsOf(1);
    expectError(await save({ contacts, audience_id: UNKNOWN_ID }), 404, 'not_found');
    expectError(await save({ contacts, audience_id: 'none' }), 422, 'validation_error');
    expectError(await save({ contacts, on_conflict: 'replace' }), 422, 'validation_error');
    expect(await owner.emails()).to.deep.equal([]);
  });

  it('Saves the valid contacts of a permissive batch, and lists the others with their index and reason.', async () => {
    const items = [{ email: 'ana@x.dev' }, ...BAD.map(([, item]) => item), { email: 'bo@x.dev' }];
    const { status, body } = await savePermissively(items);
    expect(status).to.equal(200);
    expect(body.data).to.have.length(2);
    expect(body.errors.map(({ index }: { index: number }) => index)).to.deep.equal(
      BAD.map((_, at) => at + 1),
    );
    for (const { message } of body.errors) expect(message).to.be.a('string').and.not.to.equal('');
    expect(await owner.emails()).to.deep.equal(['ana@x.dev', 'bo@x.dev']);
    expect((await savePermissively(contactsOf(1))).body.errors).to.deep.equal([]);
  });

  it('Rejects a permissive batch without a valid contact with validation_error 422.', async () => {
    for (const items of [[{ email: 'bo' }], [{ email: 'cy@x.dev', properties: { none: 1 } }]]) {
      const { status, body } = await savePermissively(items);
      expect([status, body.name, body.errors.length]).to.deep.equal([422, 'validation_error', 1]);
    }
    expect(await owner.emails()).to.deep.equal([]);
  });

  it('Accepts a body of up to 20 MB and rejects a larger one with validation_error 422.', async () => {
    const bodyOf = (length: number) => {
      const text = '{"contacts":[{"email":"bo@x.dev"}],"padding":""}';
      return text.replace('""', `"${'x'.repeat(length - text.length)}"`);
    };
    const send = (text: string) =>
      owner.api.post('/contacts/batch').set('Content-Type', 'application/json').send(text);
    expectError(await send(bodyOf(TOO_LONG)), 422, 'validation_error');
    const manyValues = `[${'[],'.repeat(1_000_001)}[]]`;
    expectError(await send(manyValues), 422, 'validation_error');
    expect((await send(bodyOf(TOO_LONG - 1))).status).to.equal(200);
    expect(await owner.emails()).to.deep.equal(['bo@x.dev']);
  });
});
