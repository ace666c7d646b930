// The addresses of contacts (docs/reference/contacts.md#addresses), and contacts in a path
// (docs/reference/contacts.md#a-contact-in-a-path).
import { expect } from 'chai';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { useEach } from '../../support/api/use-each.ts';
import { UNKNOWN_ID } from '../specimen.ts';
import { createContactOwner } from './owner.ts';

const SPELLINGS: [given: string, shown: string, others: string[]][] = [
  ['Bo@Customer.DEV', 'Bo@customer.dev', ['bo@customer.dev', ' BO@customer.dev ', '<bo@customer.dev>']],
  ['bo+Tag@customer.dev', 'bo+Tag@customer.dev', ['BO+TAG@customer.dev']],
  ['J\u00dcRGEN@B\u00fccher.dev', 'J\u00dcRGEN@xn--bcher-kva.dev', ['ju\u0308rgen@xn--bcher-kva.dev']],
  ['"B o"@customer.dev', '"B o"@customer.dev', ['"b o"@CUSTOMER.dev']],
  ['a/B?c#d%41&=@customer.dev', 'a/B?c#d%41&=@customer.dev', ['A/B?C#D%41&=@customer.dev']],
];

describe('The address of a contact', () => {
  const app = useApp();
  const owner = useEach(() => createContactOwner(app));

  it('Treats two spellings of an address as one contact, and shows the first spelling.', async () => {
    for (const [given, shown, others] of SPELLINGS) {
      const { status, body } = await owner.add(given);
      expect([status, body.email]).to.deep.equal([201, shown]);
      for (const spelling of others) {
        const again = await owner.add(spelling);
        expect([again.status, again.body.id, again.body.email]).to.deep.equal([200, body.id, shown]);
      }
    }
  });

  it('Allows the same address in several audiences and several accounts.', async () => {
    const other = await createContactOwner(app);
    const audience = await owner.audience();
    const answers = [
      await owner.add('bo@x.dev'),
      await owner.add('bo@x.dev', { audience_id: audience }),
      await other.add('bo@x.dev'),
    ];
    expect(answers.map(({ status }) => status)).to.deep.equal([201, 201, 201]);
    expect(new Set(answers.map(({ body }) => body.id)).size).to.equal(3);
  });

  it('Finds a contact by its id or its address in any spelling, also unencoded.', async () => {
    for (const [given, , others] of SPELLINGS) {
      const { body } = await owner.add(given);
      for (const key of [body.id, body.id.toUpperCase(), ...[given, ...others].map(encodeURIComponent)])
        expect((await owner.contact(key)).id, key).to.equal(body.id);
    }
    const { id } = (await owner.add('Bo+tag@x.dev')).body;
    expect((await owner.contact('bo+TAG@x.dev')).id).to.equal(id);
    const changed = await owner.api.patch('/contacts/bo+tag@x.dev').send({ first_name: 'Bo' });
    expect([changed.status, changed.body.id]).to.deep.equal([200, id]);
    expect((await owner.api.delete('/contacts/bo+tag@x.dev')).body.id).to.equal(id);
  });

  it('Takes an address to mean the contact of the default audience, else the only contact that has it.', async () => {
    const audience = await owner.audience();
    const only = (await owner.add('bo@x.dev', { audience_id: audience })).body;
    expect((await owner.contact('bo@x.dev')).id).to.equal(only.id);
    const usual = (await owner.add('bo@x.dev')).body;
    expect(usual.id).not.to.equal(only.id);
    expect((await owner.contact('bo@x.dev')).id).to.equal(usual.id);
    await owner.api.delete('/contacts/bo@x.dev').expect(200);
    expect((await owner.contact('bo@x.dev')).id).to.equal(only.id);
  });

  it('Rejects an address that several audiences have, but not the default one, with validation_error 422 that asks for the audience’s path.', async () => {
    for (const name of ['Shop', 'Blog']) {
      await owner.add('bo@x.dev', { audience_id: await owner.audience(name) });
    }
    for (const answer of [
      await owner.api.get('/contacts/bo@x.dev'),
      await owner.api.patch('/contacts/bo@x.dev').send({ first_name: 'Bo' }),
      await owner.api.delete('/contacts/bo@x.dev'),
      await owner.api.get('/contacts/bo@x.dev/topics'),
    ])
      expect(expectError(answer, 422, 'validation_error')).to.include('/audiences/:id/contacts');
    expect(await owner.emails()).to.have.length(2);
  });

  it('Answers not_found 404 for a contact of another account, or of another audience than that of the path.', async () => {
    const other = await createContactOwner(app);
    const { id, audience_id: own } = (await owner.add('bo@x.dev')).body;
    const audience = await owner.audience();
    for (const key of [id, 'bo@x.dev', UNKNOWN_ID, 'cy@x.dev']) {
      expectError(await other.api.get(`/contacts/${key}`), 404, 'not_found');
      expectError(await other.api.patch(`/contacts/${key}`).send({ first_name: 'Eve' }), 404, 'not_found');
      expectError(await other.api.delete(`/contacts/${key}`), 404, 'not_found');
      expectError(await owner.api.get(`/audiences/${audience}/contacts/${key}`), 404, 'not_found');
      expectError(await other.api.get(`/audiences/${own}/contacts/${key}`), 404, 'not_found');
    }
    expect((await owner.contact(id)).first_name).to.equal(null);
  });
});
