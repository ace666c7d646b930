// Who refuses to be measured (docs/reference/contacts.md#who-refuses-to-be-measured).
import { expect } from 'chai';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { useEach } from '../../support/api/use-each.ts';
import { createImporter, type Importer } from '../contact-imports/importer.ts';
import { createPerson, type Person } from '../unsubscribes/person.ts';
import type { ContactOwner } from './owner.ts';

const BO = 'bo@x.dev';
const REFUSED = { tracking: 'refused' };
const ALLOWED = { tracking: 'allowed' };

describe('Who refuses to be measured', () => {
  const app = useApp();
  let importer: Importer;
  let owner: ContactOwner;
  beforeEach(async () => {
    importer = await createImporter(app);
    ({ owner } = importer);
  });
  const person = useEach((): Promise<Person> => createPerson(app, { owner, address: BO }));
  const trackingOf = async (id: string) => (await owner.contact(id))['tracking'];
  const patch = (id: string, body: object) => owner.api.patch(`/contacts/${id}`).send(body);
  const decide = (tracking: string) =>
    app.bare().post(person.preferences).send(`action=tracking&tracking=${tracking}`).expect(200);
  /** Writes that say something about the address, each of which must be answered well. */
  const writes: Record<string, (tracking: string) => Promise<unknown>> = {
    post: (tracking) => owner.api.post('/contacts').send({ email: BO, tracking }).expect(200),
    'post below the audience': async (tracking) => {
      const { data } = await owner.read('/audiences');
      await owner.api.post(`/audiences/${data[0].id}/contacts`).send({ email: BO, tracking }).expect(200);
    },
    batch: (tracking) =>
      owner.api
        .post('/contacts/batch')
        .send([
          { email: BO, tracking },
          { email: 'Bo@x.dev', tracking: null },
        ])
        .expect(200),
    import: async (tracking) => {
      const ended = await importer.load(['email,tracking', `${BO},${tracking}`], { on_conflict: 'update' });
      expect(ended.counts).to.deep.include({ updated: 1, failed: 0 });
    },
  };

  it('Shows a refusal on the contacts of the address in all audiences, and on contacts that are created later.', async () => {
    const audience = await owner.audience();
    const { id } = (await owner.add(BO, { audience_id: audience })).body;
    expect((await owner.contact(id))['tracking']).to.equal('allowed');
    expect((await owner.add('Bo@x.dev', REFUSED)).body.tracking).to.equal('refused');
    expect(await trackingOf(id)).to.equal('refused');
    const later = await owner.audience('Blog');
    await owner.add(BO, { audience_id: later }).expect(201);
    const { data } = await owner.read(`/audiences/${later}/contacts`);
    expect(data[0].tracking).to.equal('refused');
    expect((await owner.add('cy@x.dev')).body.tracking).to.equal('allowed');
    expect((await patch('cy@x.dev', { email: 'gone@x.dev', ...REFUSED })).body.tracking).to.equal('refused');
    expect((await owner.add('cy@x.dev')).body.tracking).to.equal('allowed');
    const other = await createImporter(app);
    expect((await other.owner.add(BO)).body.tracking).to.equal('allowed');
  });

  it('Refuses with POST, batch, import and PATCH, and leaves a refusal as it is when POST, batch or import says `allowed`.', async () => {
    await owner.add(BO).expect(201);
    for (const [name, write] of Object.entries(writes)) {
      await write('allowed');
      expect(await trackingOf(BO), name).to.equal('allowed');
      await write('refused');
      expect(await trackingOf(BO), name).to.equal('refused');
      await write('allowed');
      expect(await trackingOf(BO), name).to.equal('refused');
      await decide('allowed');
    }
    expect((await patch(BO, { tracking: null })).body.tracking).to.equal('allowed');
    expect((await patch(BO, REFUSED)).body.tracking).to.equal('refused');
  });

  it('Rejects PATCH with `allowed` with validation_error 422 while the address refuses, and changes nothing: only the person takes a refusal back.', async () => {
    const { body } = await owner.add(BO);
    expect((await patch(BO, ALLOWED)).body).to.deep.equal(body);
    for (const refuse of [() => patch(BO, REFUSED), () => decide('refused')]) {
      await refuse();
      const announced = await owner.listen('contact.*');
      const refused = await patch(BO, { ...ALLOWED, first_name: 'Bo' });
      expect(expectError(refused, 422, 'validation_error')).to.include('`tracking`');
      // Also of the address that the contact is to have.
      await owner.add('cy@x.dev');
      expectError(await patch('cy@x.dev', { email: 'BO@x.dev', ...ALLOWED }), 422, 'validation_error');
      await owner.api.delete('/contacts/cy@x.dev').expect(200);
      expect(await owner.contact(BO)).to.deep.include({ first_name: null, tracking: 'refused' });
      expect((await announced()).map(({ data }) => data['email'])).not.to.include(BO);
      await decide('allowed');
      expect(await trackingOf(BO)).to.equal('allowed');
    }
  });

  it('Keeps a refusal when the contact is deleted or erased, and created again.', async () => {
    await owner.add(BO, REFUSED);
    for (const erase of ['', '?erase=true']) {
      expect((await owner.api.delete(`/contacts/${BO}${erase}`)).status).to.be.within(200, 202);
      expect((await owner.add(BO, ALLOWED).expect(201)).body.tracking).to.equal('refused');
    }
    await owner.api.delete(`/contacts/${BO}`).expect(200);
    await importer.load(['email', BO]);
    expect(await trackingOf(BO)).to.equal('refused');
  });

  it('Keeps who has refused: the person, once the person has, also where the account refused before.', async () => {
    const by = async () => {
      const { rows } = await app.pool.query(
        'SELECT chosen_by, email_id FROM tracking_refusals WHERE account_id = $1 AND email_key = $2',
        [owner.accountId, BO],
      );
      return rows;
    };
    await owner.add(BO, REFUSED);
    expect(await by()).to.deep.equal([{ chosen_by: 'account', email_id: null }]);
    await decide('refused');
    const byPerson = [{ chosen_by: 'person', email_id: person.target.emailId }];
    expect(await by()).to.deep.equal(byPerson);
    for (const write of Object.values(writes)) await write('refused');
    await patch(BO, REFUSED).expect(200);
    expect(await by()).to.deep.equal(byPerson);
  });

  it('Announces a refusal, and that it is taken back, for the contacts of the address in all audiences, once.', async () => {
    const audience = await owner.audience();
    const ids: string[] = [];
    for (const audience_id of [undefined, audience]) ids.push((await owner.add(BO, { audience_id })).body.id);
    const announced = await owner.listen('contact.*');
    let seen = 0;
    const news = async () => {
      const events = (await announced()).slice(seen);
      seen += events.length;
      return events.map(({ type, data }) => [type, data['id'], data['tracking']]);
    };
    const all = (tracking: string) => ids.map((id) => ['contact.updated', id, tracking]);
    for (const [write, tracking] of [
      [() => patch(ids[1] ?? '', REFUSED), 'refused'],
      [() => decide('allowed'), 'allowed'],
      [() => owner.add(BO, REFUSED), 'refused'],
      [() => decide('allowed'), 'allowed'],
      [() => decide('refused'), 'refused'],
    ] as const) {
      app.clock.advance(1_000);
      for (const _ of ['once', 'again']) await write();
      expect(await news()).to.have.deep.members(all(tracking));
    }
  });
});
