// Events of the service (docs/reference/events.md#events-of-the-service).

import { expect } from 'chai';
import { fieldsByColumn } from '../../../shared/contract/contacts/fields.ts';
import { SERVICE_EVENTS } from '../../../shared/contract/events/values.ts';
import { importWork } from '../../../shared/resources/flows/contact-imports/work.ts';
import { open as openImportContacts } from '../../../workers/jobs/import-contacts.ts';
import { useApp } from '../../support/api/app.ts';
import { useEach } from '../../support/api/use-each.ts';
import { waitFor } from '../../support/factories/automation-factories.ts';
import { createDomain } from '../../support/factories/factories.ts';
import { jobDepsOf } from '../contact-imports/importer.ts';
import { UNKNOWN_ID } from '../specimen.ts';
import { createEventOwner } from './owner.ts';

describe('Events of the service', () => {
  const app = useApp();
  const owner = useEach(() => createEventOwner(app));
  const namesOf = async (contactId?: string) => (await owner.came(contactId)).map(({ event }) => event);
  const idOf = async (email: string): Promise<string> => (await owner.read(`/contacts/${email}`)).id;
  const makeSegment = async (): Promise<string> =>
    (await owner.api.post('/segments').send({ name: 'Buyers' })).body.id;
  const load = async (csv: string, options: object = {}) => {
    const { body } = await owner.api.post('/contacts/imports').send({ csv, ...options });
    await importWork.table.markDue(app.pool, app.clock.now(), 100);
    const deps = jobDepsOf(app);
    await openImportContacts(deps, importWork).handle({ ids: [body.id] }, deps);
  };
  const EVENTS = ['contact.updated', 'contact.unsubscribed', 'segment.entered', 'segment.left'];
  const automateAll = async () => {
    for (const trigger of EVENTS) await owner.automate(trigger);
  };

  it('Starts automations when a contact is created alone, in a batch or by an import.', async () => {
    await automateAll();
    await owner.automate('contact.created', { steps: [waitFor('contact.updated')] });
    const segment = await makeSegment();
    const { body: single } = await owner.api
      .post('/contacts')
      .send({ email: 'a@customer.dev', first_name: 'A' });
    const batch = await owner.api
      .post('/contacts/batch')
      .send([
        { email: 'b@customer.dev', unsubscribed: true, segments: [segment] },
        { email: 'c@customer.dev' },
      ]);
    await load('email,unsubscribed\nd@customer.dev,\ne@customer.dev,true\na@customer.dev,\n', {
      on_conflict: 'update',
      segments: [segment],
    });
    const [created] = await owner.came(single.id);
    expect(created?.payload).to.deep.equal({
      id: single.id,
      audience_id: owner.audienceId,
      segment_ids: [],
      created_at: single.created_at,
      updated_at: single.updated_at,
      email: 'a@customer.dev',
      ...fieldsByColumn(() => null),
      first_name: 'A',
      unsubscribed: false,
      tracking: 'allowed',
    });
    expect(await namesOf(single.id)).to.deep.equal(['contact.created', 'segment.entered']);
    expect(await namesOf(batch.body.data[0].id)).to.deep.equal([
      'contact.created',
      'contact.unsubscribed',
      'segment.entered',
    ]);
    expect(await namesOf(batch.body.data[1].id)).to.deep.equal(['contact.created']);
    expect(await namesOf(await idOf('d@customer.dev'))).to.deep.equal(['contact.created', 'segment.entered']);
    expect(await namesOf(await idOf('e@customer.dev'))).to.deep.equal([
      'contact.created',
      'contact.unsubscribed',
      'segment.entered',
    ]);
  });

  it('Starts automations when a contact is updated, enters a segment or leaves it.', async () => {
    await automateAll();
    const { id } = owner.contact;
    const segment = await makeSegment();
    await owner.api.patch(`/contacts/${id}`).send({ first_name: 'Bo' });
    await owner.api.patch(`/contacts/${id}`).send({ first_name: 'Bo' });
    for (const _ of [1, 2]) await owner.api.post(`/contacts/${id}/segments/${segment}`).expect(200);
    for (const _ of [1, 2]) await owner.api.delete(`/contacts/${id}/segments/${segment}`).expect(200);
    await owner.api.post('/contacts').send({ email: owner.contact.email, segments: [segment] });
    const came = await owner.came();
    expect(came.map(({ event }) => event)).to.deep.equal([
      'contact.updated',
      'contact.updated',
      'segment.entered',
      'contact.updated',
      'segment.left',
      'contact.updated',
      'segment.entered',
    ]);
    expect(came[0]?.payload).to.include({ id, first_name: 'Bo' });
    const entered = came[2]?.payload as { segment: object; contact: { segment_ids: string[] } };
    expect(entered.segment).to.deep.equal({ id: segment, name: 'Buyers' });
    expect(entered.contact).to.deep.include({ id, segment_ids: [segment] });
  });

  it('Starts automations when a contact unsubscribes, by PATCH or on the unsubscribe page.', async () => {
    await automateAll();
    const { id, email } = owner.contact;
    const both = ['contact.updated', 'contact.unsubscribed'];
    await owner.api.patch(`/contacts/${id}`).send({ unsubscribed: true });
    await owner.api.patch(`/contacts/${id}`).send({ unsubscribed: true });
    await owner.api.patch(`/contacts/${id}`).send({ unsubscribed: false });
    const target = { accountId: owner.accountId, address: email, topicId: null, emailId: UNKNOWN_ID };
    const { unsubscribe: link } = app.deps.preferences.urlsOf(target);
    for (const _ of [1, 2])
      await app.bare().post(new URL(link).pathname).send('List-Unsubscribe=One-Click').expect(200);
    expect(await namesOf()).to.deep.equal([...both, 'contact.updated', ...both]);
  });

  it('Notifies the automations of every domain that uses the audience of the contact.', async () => {
    const twin = await createDomain(app.pool, owner.accountId, { name: 'twin.test' });
    const other = await createDomain(app.pool, owner.accountId, { name: 'other.test' });
    await app.pool.query('UPDATE domains SET audience_id = $2 WHERE id = $1', [twin.id, owner.audienceId]);
    for (const domainId of [owner.domain.id, twin.id, other.id])
      await owner.automate('contact.created', { domainId });
    const { body } = await owner.api.post('/contacts').send({ email: 'new@customer.dev' });
    const came = await owner.came(body.id);
    expect(came.map(({ domain }) => domain)).to.have.members([owner.domain.name, 'twin.test']);
    expect(await owner.reasons(body.id)).to.deep.equal([null, null]);
  });

  it('Stores an event of the service only for a domain with an automation of this trigger or a run that waits for it.', async () => {
    const { id } = owner.contact;
    const rename = (name: string) =>
      owner.api.patch(`/contacts/${id}`).send({ first_name: name }).expect(200);
    const stored = () => owner.count('received_events');
    await rename('A');
    await owner.automate('paid', { steps: [waitFor('contact.updated', { since: 'run_start' })] });
    await rename('B');
    expect(await stored()).to.equal(0);
    await owner.send('paid').expect(202);
    await rename('C');
    expect(await namesOf()).to.deep.equal(['paid', 'contact.updated']);
    const { rows } = await app.pool.query('SELECT inbox FROM automation_runs WHERE contact_id = $1', [id]);
    expect(rows[0].inbox).to.have.lengthOf(1);
    await owner.automate('segment.entered', { status: 'disabled' });
    await owner.api.post(`/contacts/${id}/segments/${await makeSegment()}`).expect(200);
    expect((await owner.came()).at(-1)?.automations[0]?.reason).to.equal('disabled');
  });

  it("Takes custom events with the names of the service's events, except contact.created.", async () => {
    const names = SERVICE_EVENTS.filter((name) => name !== 'contact.created');
    for (const name of names) await owner.automate(name);
    for (const name of names) expect((await owner.send(name)).body.runs_started, name).to.equal(1);
    expect((await owner.send('contact.created')).status).to.equal(422);
  });
});
