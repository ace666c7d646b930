// PATCH and DELETE /topics/:id (docs/reference/topics.md#patch-and-delete-topicsid).
import { expect } from 'chai';
import { DAY_MS } from '../../../shared/platform/time/durations.ts';
import { useAccount } from '../../support/api/account.ts';
import type { Announcement } from '../../support/api/announced-events.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { removalsOf } from '../../support/database/removals.ts';

const NEWS = { name: 'Product news', description: 'What is new', default_subscription: 'opt_out' };

describe('/topics/:id', () => {
  const app = useApp();
  const account = useAccount(app);
  let announced: () => Promise<Announcement[]>;
  let id: string;
  let created: Record<string, unknown>;
  beforeEach(async () => {
    announced = await account.listen('topic.*');
    created = (await account.api.post('/topics').send(NEWS)).body;
    id = String(created['id']);
    app.clock.advance(1_000);
  });
  const get = () => account.api.get(`/topics/${id}`);
  const patch = (body?: object) => account.api.patch(`/topics/${id}`).send(body);
  /** The `data` of events of a topic: its record without `object` and `visibility`. */
  const dataOf = ({ object, visibility, ...data }: Record<string, unknown>, deleted = false) => {
    expect(object).to.equal('topic');
    return { ...data, deleted };
  };

  describe('Changes the given fields of a topic and leaves the others unchanged.', () => {
    for (const change of [
      { name: 'News' },
      { description: 'All that is new' },
      { visibility: 'public' },
      { name: 'News', description: null, visibility: 'public' },
    ]) {
      it(Object.keys(change).join(', '), async () => {
        const { status, body } = await patch(change);
        const updated_at = app.clock.now().toISOString();
        expect([status, body]).to.deep.equal([200, { ...created, ...change, updated_at }]);
        expect((await get()).body).to.deep.equal(body);
      });
    }
  });

  it('Removes the description of a topic when it is null or empty.', async () => {
    for (const description of [null, '', ' ']) {
      await patch({ description: 'What is new' }).expect(200);
      expect((await patch({ description })).body.description).to.equal(null);
    }
  });

  it('Changes nothing in a topic, not even `updated_at`, when no field has another value.', async () => {
    for (const body of [undefined, {}, { colour: 'blue' }, { ...NEWS, visibility: 'private' }])
      expect((await patch(body)).body).to.deep.equal(created);
    expect((await get()).body).to.deep.equal(created);
  });

  it('Accepts the present `default_subscription` in a change of a topic and rejects the other with validation_error 422.', async () => {
    const answer = await patch({ name: 'News', default_subscription: 'opt_in' });
    expect(expectError(answer, 422, 'validation_error')).to.equal(
      '`default_subscription` cannot be changed.',
    );
    expect((await get()).body).to.deep.equal(created);
    expect((await patch({ name: 'News', default_subscription: 'opt_out' })).body.name).to.equal('News');
  });

  it("Ignores an `id` in the body of a change of a topic, which Resend's SDK sends.", async () => {
    for (const other of [id, 'none', null])
      expect((await patch({ id: other, visibility: 'public' })).body).to.include({
        id,
        visibility: 'public',
      });
  });

  it('Answers the deletion of a topic with its id and `deleted: true`; it is not_found 404 afterwards.', async () => {
    const { status, body } = await account.api.delete(`/topics/${id.toUpperCase()}`);
    expect([status, body]).to.deep.equal([200, { object: 'topic', id, deleted: true }]);
    for (const answer of [
      await get(),
      await patch({ name: 'Lost' }),
      await account.api.delete(`/topics/${id}`),
    ])
      expect(expectError(answer, 404, 'not_found')).to.equal('Topic not found.');
  });

  it('Removes the choices of a deleted topic 60 days later.', async () => {
    await account.api.delete(`/topics/${id}`).expect(200);
    expect(await removalsOf(app.pool, account.accountId)).to.deep.equal([`topic ${id}`]);
    const { rows } = await app.pool.query(
      'SELECT next_attempt_at, woken_at FROM audience_removals WHERE account_id = $1',
      [account.accountId],
    );
    const due = new Date(app.clock.now().getTime() + 60 * DAY_MS);
    expect(rows).to.deep.equal([{ next_attempt_at: due, woken_at: null }]);
  });

  it('Announces a topic that is created, changed or deleted, with its fields in `data`.', async () => {
    const changed = (await patch({ name: 'News', visibility: 'public' })).body;
    app.clock.advance(1_000);
    await account.api.delete(`/topics/${id}`).expect(200);
    expect(await announced()).to.deep.equal([
      { type: 'topic.created', data: dataOf(created) },
      { type: 'topic.updated', data: dataOf(changed) },
      { type: 'topic.deleted', data: dataOf(changed, true) },
    ]);
  });

  it('Announces no change of a topic that changes nothing.', async () => {
    const before = await announced();
    await patch(NEWS).expect(200);
    await patch({ name: 'Lost', visibility: 'hidden' }).expect(422);
    await patch({ name: 'Lost', default_subscription: 'opt_in' }).expect(422);
    expect(await announced()).to.deep.equal(before);
  });
});
