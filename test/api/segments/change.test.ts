// GET, PATCH and DELETE /segments/:id (docs/reference/segments.md#patch-and-delete-segmentsid).
import { expect } from 'chai';
import { HOUR_MS } from '../../../shared/platform/time/durations.ts';
import { useAccount } from '../../support/api/account.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { removalsOf } from '../../support/database/removals.ts';
import {
  createAudience,
  createContact,
  createSegment,
  defaultAudienceOf,
} from '../../support/factories/contact-factories.ts';
import { UNKNOWN_ID } from '../specimen.ts';

describe('/segments/:id', () => {
  const app = useApp();
  const account = useAccount(app);
  let id: string;
  let created: { audience_id: string };
  beforeEach(async () => {
    id = (await createSegment(app.pool, account.accountId, { name: 'Beta testers' })).id;
    created = (await get()).body;
  });
  const get = () => account.api.get(`/segments/${id}`);
  const patch = (body?: object) => account.api.patch(`/segments/${id}`).send(body);

  it('Answers a segment by its id.', async () => {
    const audience_id = await defaultAudienceOf(app.pool, account.accountId);
    expect(created).to.deep.include({ object: 'segment', id, name: 'Beta testers', audience_id });
    expect(await account.read(`/segments/${id.toUpperCase()}`)).to.deep.equal(created);
  });

  it("Answers not_found 404 to the id of an audience in place of a segment's: nothing is read, changed or deleted.", async () => {
    const audience = await createAudience(app.pool, account.accountId, 'Customers');
    const path = `/segments/${audience.id}`;
    for (const answer of [
      await account.api.get(path),
      await account.api.patch(path).send({ name: 'x' }),
      await account.api.delete(path),
    ])
      expect(expectError(answer, 404, 'not_found')).to.equal('Segment not found.');
    expect((await account.read(`/audiences/${audience.id}`)).name).to.equal('Customers');
  });

  it('Changes the name of a segment and nothing else.', async () => {
    // Past the clock of the database, which has written when it was created.
    app.clock.advance(HOUR_MS);
    const { status, body } = await patch({ name: ' Early users ' });
    const updated_at = app.clock.now().toISOString();
    expect([status, body]).to.deep.equal([200, { ...created, name: 'Early users', updated_at }]);
    expect((await get()).body.name).to.equal('Early users');
  });

  it('Rejects a change of a segment with `if_updated_at` when it was changed at another time, with validation_error 422.', async () => {
    const { updated_at } = created as unknown as { updated_at: string };
    const { body } = await patch({ name: 'Two', if_updated_at: updated_at });
    expect(body.updated_at).to.not.equal(updated_at);
    for (const if_updated_at of [updated_at, '2026-01-01T00:00:00Z']) {
      const says = expectError(await patch({ name: 'Three', if_updated_at }), 422, 'validation_error');
      expect(says).to.equal(
        `The segment was changed at ${body.updated_at}. Read it again before you change it.`,
      );
    }
    expect((await get()).body).to.deep.include({ name: 'Two', updated_at: body.updated_at });
    const answers = await Promise.all(
      ['A', 'B', 'C'].map((name) => patch({ name, if_updated_at: body.updated_at })),
    );
    expect(answers.filter(({ status }) => status === 200)).to.have.length(1);
    expectError(await patch({ if_updated_at: 'now' }), 422, 'validation_error');
  });

  describe('of a dynamic segment', () => {
    const HAS_NAME = { type: 'rule', field: 'contact.first_name', operator: 'exists' };
    const HAS_NONE = { type: 'not', rule: HAS_NAME };
    let before: object;
    beforeEach(async () => {
      await app.pool.query('UPDATE segments SET filter = $2 WHERE id = $1', [id, JSON.stringify(HAS_NAME)]);
      before = (await get()).body;
      expect(before).to.include({ contacts_count: 0, counted_at: app.clock.now().toISOString() });
    });

    it('Replaces the filter of a dynamic segment, and forgets its count.', async () => {
      const { status, body } = await patch({ filter: { not: HAS_NAME }, name: 'Nameless' });
      const forgotten = { contacts_count: null, counted_at: null };
      const { updated_at } = body;
      expect(updated_at).to.not.equal((before as { updated_at: string }).updated_at);
      const after = { ...before, ...forgotten, name: 'Nameless', filter: HAS_NONE, updated_at };
      expect([status, body]).to.deep.equal([200, after]);
      await createContact(app.pool, { accountId: account.accountId });
      expect((await get()).body.contacts_count).to.equal(1);
    });

    it('Keeps the count of a segment whose filter is replaced by the same.', async () => {
      const { body } = await patch({ filter: { rule: HAS_NAME }, name: 'Named' });
      expect(body).to.deep.equal({ ...before, name: 'Named', updated_at: body.updated_at });
    });

    it('Rejects a filter for a static segment, and null for that of a dynamic one, with validation_error 422.', async () => {
      expect(expectError(await patch({ filter: null, name: 'Lost' }), 422, 'validation_error')).to.include(
        'is dynamic',
      );
      const other = await createSegment(app.pool, account.accountId);
      const answer = await account.api.patch(`/segments/${other.id}`).send({ filter: HAS_NAME });
      expect(expectError(answer, 422, 'validation_error')).to.include('is static');
      expect((await get()).body).to.deep.equal(before);
    });
  });

  it('Changes nothing in a segment when the request has no known field.', async () => {
    for (const body of [undefined, {}, { colour: 'blue', filter: null }])
      expect((await patch(body)).body).to.deep.equal(created);
  });

  it('Accepts the present `audience_id` in a change of a segment and rejects another with validation_error 422.', async () => {
    const { audience_id } = created;
    const { body } = await patch({ name: 'Early users', audience_id: audience_id.toUpperCase() });
    expect(body).to.deep.equal({ ...created, name: 'Early users', updated_at: body.updated_at });
    const other = await createAudience(app.pool, account.accountId);
    for (const another of [other.id, UNKNOWN_ID]) {
      const answer = await patch({ name: 'Lost', audience_id: another });
      expect(expectError(answer, 422, 'validation_error')).to.equal('`audience_id` cannot be changed.');
    }
    expect((await get()).body).to.deep.equal(body);
  });

  it('Answers the deletion of a segment with its id and `deleted: true`; it is not_found 404 afterwards.', async () => {
    const { status, body } = await account.api.delete(`/segments/${id.toUpperCase()}`);
    expect([status, body]).to.deep.equal([200, { object: 'segment', id, deleted: true }]);
    for (const answer of [
      await get(),
      await patch({ name: 'Lost' }),
      await account.api.delete(`/segments/${id}`),
    ])
      expectError(answer, 404, 'not_found');
  });

  it('Keeps the contacts of a deleted segment, and starts the removal of its memberships.', async () => {
    const contact = await createContact(app.pool, { accountId: account.accountId, segmentIds: [id] });
    await account.api.delete(`/segments/${id}`).expect(200);
    expect(await removalsOf(app.pool, account.accountId)).to.deep.equal([`segment ${id}`]);
    const { rowCount } = await app.pool.query('SELECT FROM contacts WHERE id = $1', [contact.id]);
    expect(rowCount).to.equal(1);
  });
});
