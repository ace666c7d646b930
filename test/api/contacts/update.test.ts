// PATCH and DELETE /contacts/:id (docs/reference/contacts.md#patch-contactsid).
import { expect } from 'chai';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { useEach } from '../../support/api/use-each.ts';
import { createContactOwner } from './owner.ts';

describe('PATCH and DELETE /contacts/:id', () => {
  const app = useApp();
  const owner = useEach(() => createContactOwner(app));
  const patch = (id: string, body: object) => owner.api.patch(`/contacts/${id}`).send(body);

  it('Changes the given fields and no others; null or an empty text removes a name, null removes a value.', async () => {
    for (const key of ['plan', 'city']) await owner.make('/contact-properties', { key, type: 'string' });
    const fields = { first_name: 'Bo', last_name: 'Smith', properties: { plan: 'pro', city: 'Oslo' } };
    const { body } = await owner.add('bo@x.dev', fields);
    app.clock.advance(1_000);
    const changed = await patch(body.id, { first_name: 'Bob', properties: { plan: null } });
    expect([changed.status, changed.body]).to.deep.equal([
      200,
      {
        ...body,
        first_name: 'Bob',
        properties: { city: { type: 'string', value: 'Oslo' } },
        updated_at: app.clock.now().toISOString(),
      },
    ]);
    const bare = await patch(body.id, { first_name: null, last_name: '', properties: { city: 'Rome' } });
    expect(bare.body).to.deep.include({ first_name: null, last_name: null });
    expect(bare.body.properties.city.value).to.equal('Rome');
    expect(await owner.contact(body.id)).to.deep.equal(bare.body);
  });

  it('Changes the address, and rejects one that another contact of the audience has with validation_error 422.', async () => {
    const { id } = (await owner.add('bo@x.dev')).body;
    await owner.add('cy@x.dev');
    const audience = await owner.audience();
    await owner.add('dan@x.dev', { audience_id: audience });
    expect(expectError(await patch(id, { email: 'CY@x.dev' }), 422, 'validation_error')).to.include(
      '`email`',
    );
    expect((await owner.contact(id)).email).to.equal('bo@x.dev');
    for (const email of ['dan@x.dev', 'Dan@x.dev']) {
      const changed = await patch(id, { email, first_name: email });
      expect([changed.status, changed.body.email, changed.body.first_name]).to.deep.equal([
        200,
        email,
        email,
      ]);
    }
    expect((await owner.contact('dan@x.dev')).id).to.equal(id);
    expectError(await owner.api.get('/contacts/bo@x.dev'), 404, 'not_found');
  });

  it('Changes nothing and announces nothing when the fields are as they were.', async () => {
    const { body } = await owner.add('bo@x.dev', { first_name: 'Bo' });
    const announced = await owner.listen('contact.*');
    app.clock.advance(1_000);
    for (const same of [{}, { first_name: 'Bo' }, { email: 'bo@x.dev', unsubscribed: false }, { emial: 1 }])
      expect((await patch(body.id, same)).body).to.deep.equal(body);
    expect((await owner.add('bo@x.dev', { first_name: 'Bo' })).body).to.deep.equal(body);
    expect(await announced()).to.deep.equal([]);
  });

  it('Shows what the new address has decided after the address was changed.', async () => {
    await owner.add('gone@x.dev', { unsubscribed: true });
    await owner.api.delete('/contacts/gone@x.dev').expect(200);
    const { id } = (await owner.add('bo@x.dev')).body;
    expect((await patch(id, { email: 'gone@x.dev' })).body.unsubscribed).to.equal(true);
    expect((await patch(id, { email: 'bo@x.dev' })).body.unsubscribed).to.equal(false);
  });

  it('Deletes a contact with its memberships, and answers its id as `id` and `contact`.', async () => {
    const segment = await owner.segment();
    const { id } = (await owner.add('bo@x.dev', { segments: [segment] })).body;
    const deleted = await owner.api.delete(`/contacts/${id}`);
    const answer = { object: 'contact', id, contact: id, deleted: true };
    expect([deleted.status, deleted.body]).to.deep.equal([200, answer]);
    expectError(await owner.api.get(`/contacts/${id}`), 404, 'not_found');
    expect((await owner.read(`/segments/${segment}/contacts`)).data).to.deep.equal([]);
    const again = (await owner.add('bo@x.dev')).body;
    expect([again.id === id, again.segments]).to.deep.equal([false, []]);
  });

  it('Deletes a contact once when several requests delete it at the same time.', async () => {
    const announced = await owner.listen('contact.deleted');
    const { id } = (await owner.add('bo@x.dev')).body;
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => owner.api.delete(`/contacts/${index % 2 ? id : 'bo@x.dev'}`)),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).to.deep.equal([200, ...Array(9).fill(404)]);
    expect(await announced()).to.have.length(1);
  });
});
