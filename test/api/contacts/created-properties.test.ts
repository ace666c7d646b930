// Properties that are made for the values of contacts (docs/reference/contacts.md#properties-that-are-made).
import { expect } from 'chai';
import { enter } from '../../support/api/account.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { useEach } from '../../support/api/use-each.ts';
import { UNKNOWN_ID } from '../specimen.ts';
import { type ContactOwner, createContactOwner } from './owner.ts';

const MAKING = { create_properties: true };
const keysFrom = (first: number, count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`key_${first + index}`, 'v']));

describe('Properties that are made for contacts', () => {
  const app = useApp();
  const owner = useEach(() => createContactOwner(app));
  /** Key → type of all properties. */
  const made = async ({ accountId }: Pick<ContactOwner, 'accountId'> = owner) => {
    const { rows } = await app.pool.query<{ key: string; type: string }>(
      'SELECT key, type FROM contact_properties WHERE account_id = $1',
      [accountId],
    );
    return Object.fromEntries(rows.map(({ key, type }) => [key, type]));
  };
  const batch = (contacts: object[], options: object = MAKING, mode = 'strict') =>
    owner.api
      .post('/contacts/batch')
      .set('x-batch-validation', mode)
      .send({ contacts, ...options });

  it('Makes the properties of values that have none with `create_properties`, typed as the JSON of the values is, in POST, below an audience’s path and in a batch.', async () => {
    await owner.make('/contact-properties', { key: 'plan', type: 'string' });
    const properties = { plan: 'pro', Plan: 'x', visits: 3.5, active: false, born: '1990-05-01', none: null };
    const { status, body } = await owner.add('bo@x.dev', { properties, ...MAKING });
    expect([status, body.properties.born]).to.deep.equal([201, { type: 'string', value: '1990-05-01' }]);
    const typed = { plan: 'string', Plan: 'string', visits: 'number', active: 'boolean', born: 'string' };
    expect(await made()).to.deep.equal(typed);
    const below = `/audiences/${await owner.audience()}/contacts`;
    const proto = '{"email":"bo@x.dev","properties":{"__proto__":"v"},"create_properties":true}';
    const hostile = await owner.api.post(below).type('json').send(proto);
    expect(hostile.text).to.include('"__proto__":{"type":"string","value":"v"}');
    const contacts = [
      { email: 'cy@x.dev', properties: { city: 'Ulm' } },
      { email: 'di@x.dev', properties: { city: 'Rom', visits: 4 } },
    ];
    expect((await batch(contacts)).status).to.equal(200);
    expect(Object.keys(await made())).to.have.members([...Object.keys(typed), '__proto__', 'city']);
    expect((await owner.contact('di@x.dev')).properties).to.deep.equal({
      city: { type: 'string', value: 'Rom' },
      visits: { type: 'number', value: 4 },
    });
  });

  it('Follows the setting of the account where a request does not say `create_properties`, and the request where it does.', async () => {
    const { api } = owner;
    const { api: person } = await enter(app, { accountId: owner.accountId });
    const add = (key: string, options: object) =>
      api.post('/contacts').send({ email: 'bo@x.dev', properties: { [key]: 'v' }, ...options });
    expectError(await add('a', {}), 422, 'validation_error');
    expect((await add('b', MAKING)).status).to.equal(201);
    await person.patch('/account').send({ create_properties: true }).expect(200);
    expect((await add('c', { create_properties: null })).status).to.equal(200);
    expect(
      (await api.post('/contacts/batch').send([{ email: 'b@x.dev', properties: { d: 1 } }])).status,
    ).to.equal(200);
    const message = expectError(await add('e', { create_properties: false }), 422, 'validation_error');
    expect(message).to.include('"e"');
    expectError(
      await api.patch('/contacts/bo@x.dev').send({ properties: { f: 1 } }),
      422,
      'validation_error',
    );
    expect(await made()).to.deep.equal({ b: 'string', c: 'string', d: 'number' });
  });

  it('Rejects a key that no property can have, and a value that is no text, number or boolean, or is of another type than an earlier one, with validation_error 422, and makes nothing.', async () => {
    const refused: [key: string, value: unknown][] = [
      ...['utm-source', 'a b', 'größe', 'x'.repeat(51), '', 'Email', 'first_name'].map(
        (key) => [key, 'v'] as [string, unknown],
      ),
      ...[{}, ['a'], 'x'.repeat(2_001)].map((value) => ['key', value] as [string, unknown]),
    ];
    for (const [key, value] of refused) {
      const properties = { fine: 'v', [key]: value };
      const message = expectError(
        await owner.add('bo@x.dev', { properties, ...MAKING }),
        422,
        'validation_error',
      );
      expect(message).to.include('`properties').and.include(key.slice(0, 50));
    }
    const items = [{ properties: { seen: 1 } }, { properties: { fine: 'v', seen: '1' } }];
    const contacts = items.map((item, at) => ({ email: `bo${at}@x.dev`, ...item }));
    const { status, body } = await batch(contacts);
    expect([status, body.name, body.index]).to.deep.equal([422, 'validation_error', 1]);
    expect(await made()).to.deep.equal({});
    const { body: permissive } = await batch(contacts, MAKING, 'permissive');
    expect(permissive.errors[0]).to.include({ index: 1, message: '`properties.seen` must be a number.' });
    expect(await made()).to.deep.equal({ seen: 'number' });
  });

  it('Makes no property for a contact that is refused, nor in a write that changes nothing.', async () => {
    const contacts = [
      { email: 'bo@x.dev', segments: [UNKNOWN_ID], properties: { a: 1 } },
      { email: 'cy@x.dev', properties: { b: 1 } },
    ];
    expect((await batch(contacts, MAKING, 'permissive')).body.errors).to.have.length(1);
    expect(await made()).to.deep.equal({ b: 'number' });
    await app.pool.query(`UPDATE plans SET contact_limit = 0 WHERE id = 'free'`);
    const full = await createContactOwner(app, { planId: 'free' });
    const answer = await full.add('bo@x.dev', { properties: { a: 1 }, ...MAKING });
    expectError(answer, 429, 'contact_limit_reached');
    expect(await made(full)).to.deep.equal({});
  });

  it('Makes properties up to 200 per account, and rejects a contact that needs more with validation_error 422; a permissive batch saves the others.', async () => {
    await owner.add('bo@x.dev', { properties: keysFrom(0, 198), ...MAKING }).expect(201);
    const beyond = await owner.add('cy@x.dev', { properties: keysFrom(197, 4), ...MAKING });
    expect(expectError(beyond, 422, 'validation_error')).to.include('200 contact properties');
    const contacts = [4, 2, 1].map((count) => ({
      email: `c${count}@x.dev`,
      properties: keysFrom(198, count),
    }));
    const { body } = await batch(contacts, MAKING, 'permissive');
    expect(body.errors.map(({ index }: { index: number }) => index)).to.deep.equal([0]);
    expect(await owner.emails()).to.deep.equal(['bo@x.dev', 'c1@x.dev', 'c2@x.dev']);
    expect(Object.keys(await made())).to.have.length(200);
  });

  it('Makes a property once, and no more than 200, when several requests make properties at the same time.', async () => {
    await owner.add('bo@x.dev', { properties: keysFrom(0, 190), ...MAKING }).expect(201);
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, index) =>
        owner.add(`bo${index}@x.dev`, {
          properties: { shared: 'v', [`own_${index}`]: 'v' },
          segments: [],
          ...MAKING,
        }),
      ),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).to.have.length(9);
    expect(statuses.filter((status) => status === 422)).to.have.length(7);
    expect(Object.keys(await made())).to.have.length(200);
    const { rows } = await app.pool.query(
      'SELECT FROM contact_properties WHERE account_id = $1 GROUP BY number HAVING count(*) > 1',
      [owner.accountId],
    );
    expect(rows).to.deep.equal([]);
  });
});
