// The webhook events of contacts (docs/reference/contacts.md#webhooks).
import { expect } from 'chai';
import { useApp } from '../../support/api/app.ts';
import { useEach } from '../../support/api/use-each.ts';
import { createContactOwner } from './owner.ts';

describe('The webhook events of contacts', () => {
  const app = useApp();
  const owner = useEach(() => createContactOwner(app));

  it('Announces a contact that is created, changed or deleted with its fields.', async () => {
    const announced = await owner.listen('contact.created', 'contact.updated', 'contact.deleted');
    const segment = await owner.segment();
    const { body } = await owner.add('bo@x.dev', { first_name: 'Bo', segments: [segment] });
    app.clock.advance(1_000);
    const changed = (await owner.api.patch(`/contacts/${body.id}`).send({ first_name: 'Bob' })).body;
    app.clock.advance(1_000);
    await owner.api.delete(`/contacts/${body.id}`).expect(200);
    const dataOf = ({ object, properties, segments, suppressed, ...fields }: Record<string, unknown>) => ({
      ...fields,
      segment_ids: [segment],
    });
    expect(await announced()).to.deep.equal([
      { type: 'contact.created', data: dataOf(body) },
      { type: 'contact.updated', data: dataOf(changed) },
      { type: 'contact.deleted', data: dataOf(changed) },
    ]);
  });

  it('Announces an unsubscribe for the contacts of the address in all audiences.', async () => {
    const audience = await owner.audience();
    const ids: string[] = [];
    for (const audience_id of [undefined, audience])
      ids.push((await owner.add('bo@x.dev', { audience_id })).body.id);
    const announced = await owner.listen('contact.*');
    const unsubscribes = async () => {
      const events = await announced();
      return events.map(({ type, data }) => [type, data['id'], data['unsubscribed']]);
    };
    const all = (unsubscribed: boolean) => ids.map((id) => ['contact.updated', id, unsubscribed]);
    await owner.api.patch(`/contacts/${ids[0]}`).send({ unsubscribed: true }).expect(200);
    expect(await unsubscribes()).to.have.deep.members(all(true));
    app.clock.advance(1_000);
    await owner.api.patch(`/contacts/${ids[1]}`).send({ unsubscribed: false }).expect(200);
    expect(await unsubscribes()).to.have.deep.members([...all(true), ...all(false)]);
    await owner.add('bo@x.dev', { unsubscribed: true });
    expect(await unsubscribes()).to.have.deep.members([...all(true), ...all(false), ...all(true)]);
  });

  it('Announces a change of segments as contact.updated, and of topics as contact.topics.updated with the topics that changed.', async () => {
    const segment = await owner.segment();
    const first = await owner.make('/topics', { name: 'A', default_subscription: 'opt_in' });
    const second = await owner.make('/topics', { name: 'B', default_subscription: 'opt_in' });
    const optOut = (id: string) => ({ id, subscription: 'opt_out' });
    const { id } = (await owner.add('Bo@x.dev', { topics: [optOut(first)] })).body;
    const announced = await owner.listen('contact.*');
    await owner.api.post(`/contacts/${id}/segments/${segment}`).expect(200);
    app.clock.advance(1);
    await owner.api.delete(`/contacts/${id}/segments/${segment}`).expect(200);
    app.clock.advance(1);
    await owner.api
      .patch(`/contacts/${id}/topics`)
      .send([optOut(first), optOut(second)])
      .expect(200);
    const events = await announced();
    expect(events.map(({ type, data }) => [type, data['segment_ids'] ?? data])).to.deep.equal([
      ['contact.updated', [segment]],
      ['contact.updated', []],
      ['contact.topics.updated', { email: 'Bo@x.dev', topics: [optOut(second)] }],
    ]);
  });

  it('Announces nothing for a request that changes nothing.', async () => {
    const segment = await owner.segment();
    const topic = await owner.make('/topics', { name: 'A', default_subscription: 'opt_in' });
    const fields = {
      first_name: 'Bo',
      unsubscribed: true,
      segments: [segment],
      topics: [{ id: topic, subscription: 'opt_out' }],
    };
    const { id } = (await owner.add('bo@x.dev', fields)).body;
    const announced = await owner.listen('contact.*');
    await owner.add('bo@x.dev', fields);
    await owner.api
      .post('/contacts/batch')
      .send([{ email: 'bo@x.dev', ...fields }])
      .expect(200);
    await owner.api.post(`/contacts/${id}/segments/${segment}`).expect(200);
    await owner.api.patch(`/contacts/${id}/topics`).send(fields.topics).expect(200);
    await owner.api.patch(`/contacts/${id}`).send({ unsubscribed: true }).expect(200);
    await owner.api
      .post('/contacts/batch')
      .send([{ email: 'bo' }])
      .expect(422);
    await owner.add('bo@x.dev', { first_name: 'Eve', properties: { none: 1 } });
    expect(await announced()).to.deep.equal([]);
  });
});
