// Contacts below the paths of audiences and segments (docs/reference/contacts.md#audiences-and-segments-in-a-path), and
// the segments and topics of a contact (docs/reference/contacts.md#segments-and-topics-of-a-contact).
import { expect } from 'chai';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { useEach } from '../../support/api/use-each.ts';
import { UNKNOWN_ID } from '../specimen.ts';
import { createContactOwner } from './owner.ts';

describe('Audiences, segments and topics of contacts', () => {
  const app = useApp();
  const owner = useEach(() => createContactOwner(app));

  it('Uses the default audience when a request names none.', async () => {
    const { data } = await owner.read('/audiences');
    const { body } = await owner.add('bo@x.dev');
    expect([data.length, body.audience_id]).to.deep.equal([1, data[0].id]);
    const batch = await owner.api.post('/contacts/batch').send([{ email: 'cy@x.dev' }]);
    expect((await owner.contact(batch.body.data[0].id))['audience_id']).to.equal(data[0].id);
  });

  it('Creates the default audience of an account that has none.', async () => {
    for (const list of [true, false]) {
      const { accountId, api, add } = await createContactOwner(app);
      await app.pool.query('DELETE FROM audiences WHERE account_id = $1', [accountId]);
      const answers = list ? [await api.get('/contacts')] : [];
      answers.push(await add('bo@x.dev'));
      expect(answers.map(({ status }) => status)).to.deep.equal(list ? [200, 201] : [201]);
      expect((await api.get('/audiences')).body.data).to.have.length(1);
    }
  });

  it('Creates, reads, changes, deletes and lists contacts below the path of their audience.', async () => {
    const audience = await owner.audience();
    const path = `/audiences/${audience}/contacts`;
    await owner.add('bo@x.dev');
    const { status, body } = await owner.api.post(path).send({ email: 'bo@x.dev', audience_id: UNKNOWN_ID });
    expect([status, body.audience_id]).to.deep.equal([201, audience]);
    expect((await owner.api.post(path).send({ email: 'bo@x.dev' })).status).to.equal(200);
    for (const key of [body.id, 'Bo@x.dev']) expect(await owner.read(`${path}/${key}`)).to.deep.equal(body);
    const changed = await owner.api.patch(`${path}/bo@x.dev`).send({ first_name: 'Bo' });
    expect([changed.body.id, changed.body.first_name]).to.deep.equal([body.id, 'Bo']);
    expect(await owner.emailsAt(path)).to.deep.equal(['bo@x.dev']);
    expect((await owner.api.delete(`${path}/bo@x.dev`)).body.id).to.equal(body.id);
    expect([await owner.emailsAt(path), await owner.emailsAt('/contacts')]).to.deep.equal([[], ['bo@x.dev']]);
    expectError(
      await owner.api.post(`/audiences/${UNKNOWN_ID}/contacts`).send({}),
      422,
      'missing_required_field',
    );
    const nowhere = await owner.api.post(`/audiences/${UNKNOWN_ID}/contacts`).send({ email: 'bo@x.dev' });
    expectError(nowhere, 404, 'not_found');
  });

  it('Takes a segment’s id below /audiences to mean its audience, lists its members only, and adds a new contact to it.', async () => {
    const audience = await owner.audience();
    const segment = await owner.segment({ audience_id: audience });
    const path = `/audiences/${segment}/contacts`;
    const other = (await owner.api.post(`/audiences/${audience}/contacts`).send({ email: 'cy@x.dev' })).body;
    const { status, body } = await owner.api.post(path).send({ email: 'bo@x.dev' });
    expect([status, body.audience_id]).to.deep.equal([201, audience]);
    expect(body.segments).to.deep.equal([{ id: segment, name: 'VIP' }]);
    expect(await owner.emailsAt(path)).to.deep.equal(['bo@x.dev']);
    expect(await owner.emailsAt(`/segments/${segment}/contacts`)).to.deep.equal(['bo@x.dev']);
    expect((await owner.read(`${path}/cy@x.dev`)).id).to.equal(other.id);
    expect((await owner.api.delete(`${path}/${other.id}`)).status).to.equal(200);
  });

  it('Lists the contacts of an audience whose id stands below /segments.', async () => {
    const audience = await owner.audience();
    await owner.add('bo@x.dev', { audience_id: audience });
    expect(await owner.emailsAt(`/segments/${audience}/contacts`)).to.deep.equal(['bo@x.dev']);
    const unknown = await owner.api.get(`/segments/${UNKNOWN_ID}/contacts`);
    expect(expectError(unknown, 404, 'not_found')).to.equal('Segment not found.');
    expectError(await owner.api.get(`/segments/${audience}`), 404, 'not_found');
  });

  it('Hides the contacts of a deleted audience at once.', async () => {
    const audience = await owner.audience();
    const { id } = (await owner.add('bo@x.dev', { audience_id: audience })).body;
    const announced = await owner.listen('contact.*');
    await owner.api.delete(`/audiences/${audience}`).expect(200);
    for (const key of [id, 'bo@x.dev']) {
      expectError(await owner.api.get(`/contacts/${key}`), 404, 'not_found');
      expectError(await owner.api.patch(`/contacts/${key}`).send({ first_name: 'B' }), 404, 'not_found');
      expectError(await owner.api.delete(`/contacts/${key}`), 404, 'not_found');
    }
    expectError(await owner.api.get(`/audiences/${audience}/contacts`), 404, 'not_found');
    expectError(await owner.add('bo@x.dev', { audience_id: audience }), 404, 'not_found');
    expect((await owner.add('bo@x.dev', { unsubscribed: true })).status).to.equal(201);
    expect((await announced()).map(({ type }) => type)).to.deep.equal(['contact.created']);
  });

  it('Lists the segments of a contact, newest first.', async () => {
    const names = ['A', 'B', 'C'];
    for (const name of names) {
      const segment = await owner.make('/segments', { name });
      await owner.add('bo@x.dev', { segments: [segment] });
    }
    await owner.make('/segments', { name: 'D' });
    const { body } = await owner.api.get('/contacts/bo@x.dev/segments?limit=2');
    expect(body.data.map(({ name }: { name: string }) => name)).to.deep.equal(['C', 'B']);
    expect([body.has_more, Object.keys(body.data[0])]).to.deep.equal([true, ['id', 'name', 'created_at']]);
    const rest = await owner.api.get(`/contacts/bo@x.dev/segments?after=${body.data[1].id}`);
    expect(rest.body.data.map(({ name }: { name: string }) => name)).to.deep.equal(['A']);
    const refused = await owner.api.get('/contacts/bo@x.dev/segments?limit=0');
    expectError(refused, 422, 'validation_error');
  });

  it('Adds a contact to a segment and removes it, and may be repeated.', async () => {
    const segment = await owner.segment();
    const { id, audience_id } = (await owner.add('bo@x.dev')).body;
    const ids = { id: segment, contact_id: id, segment_id: segment, audience_id };
    const membership = { object: 'contact_segment', ...ids };
    for (const key of [id, 'bo@x.dev']) {
      const added = await owner.api.post(`/contacts/${key}/segments/${segment.toUpperCase()}`);
      expect([added.status, added.body]).to.deep.equal([200, membership]);
      expect(await owner.emailsAt(`/segments/${segment}/contacts`)).to.deep.equal(['bo@x.dev']);
    }
    for (const key of [id, 'bo@x.dev']) {
      const removed = await owner.api.delete(`/contacts/${key}/segments/${segment}`);
      expect([removed.status, removed.body]).to.deep.equal([200, { ...membership, deleted: true }]);
      expect(await owner.emailsAt(`/segments/${segment}/contacts`)).to.deep.equal([]);
    }
  });

  it('Rejects adding to a segment of another audience with validation_error 422, and an unknown segment with not_found 404.', async () => {
    const audience = await owner.audience();
    const segment = await owner.segment({ audience_id: audience });
    const foreign = await (await createContactOwner(app)).make('/segments', { name: 'VIP' });
    await owner.add('bo@x.dev');
    const add = (id: string) => owner.api.post(`/contacts/bo@x.dev/segments/${id}`);
    expectError(await add(segment), 422, 'validation_error');
    for (const id of [foreign, UNKNOWN_ID, 'none']) {
      expectError(await add(id), 404, 'not_found');
      expectError(await owner.api.delete(`/contacts/bo@x.dev/segments/${id}`), 404, 'not_found');
    }
  });

  it('Lists every topic with the subscription of the address: its choice, else the default of the topic.', async () => {
    const topics = [];
    for (const subscription of ['opt_in', 'opt_out', 'opt_in'] as const) {
      topics.push(await owner.topic(subscription));
    }
    await owner.add('bo@x.dev', { topics: [{ id: topics[2], subscription: 'opt_out' }] });
    const subscriptions = async () =>
      (await owner.read('/contacts/bo@x.dev/topics')).data.map(
        ({ id, subscription }: Record<string, string>) => [id, subscription],
      );
    expect(await subscriptions()).to.deep.equal([
      [topics[2], 'opt_out'],
      [topics[1], 'opt_out'],
      [topics[0], 'opt_in'],
    ]);
    const page = await owner.api.get(`/contacts/bo@x.dev/topics?limit=1&after=${topics[2]}`);
    expect([page.body.has_more, page.body.data[0].id]).to.deep.equal([true, topics[1]]);
  });

  it('Changes subscriptions with a list or with an object with `topics`, and answers them.', async () => {
    const topic = await owner.topic('opt_out');
    const { id } = (await owner.add('bo@x.dev')).body;
    for (const [subscription, wrap] of [
      ['opt_in', (topics: object[]) => topics],
      ['opt_out', (topics: object[]) => ({ topics })],
    ] as const) {
      const topics = [{ id: topic, subscription }];
      const { status, body } = await owner.api.patch(`/contacts/${id}/topics`).send(wrap(topics));
      expect([status, body]).to.deep.equal([200, { object: 'contact_topics', id, contact_id: id, topics }]);
      const { data } = await owner.read(`/contacts/${id}/topics`);
      expect(data[0].subscription).to.equal(subscription);
    }
  });

  it('Rejects a subscription to an unknown topic with not_found 404 and changes nothing.', async () => {
    const topic = await owner.topic('opt_out');
    const foreign = await (await createContactOwner(app)).make('/topics', {
      name: 'News',
      default_subscription: 'opt_out',
    });
    await owner.add('bo@x.dev');
    const choose = (...ids: string[]) =>
      owner.api.patch('/contacts/bo@x.dev/topics').send(ids.map((id) => ({ id, subscription: 'opt_in' })));
    for (const id of [foreign, UNKNOWN_ID]) expectError(await choose(topic, id), 404, 'not_found');
    expectError(await choose('none'), 422, 'validation_error');
    expectError(await owner.api.patch('/contacts/bo@x.dev/topics').send({}), 422, 'missing_required_field');
    const { data } = await owner.read('/contacts/bo@x.dev/topics');
    expect(data[0].subscription).to.equal('opt_out');
  });
});
