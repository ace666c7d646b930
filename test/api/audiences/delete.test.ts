// DELETE /audiences/:id (docs/reference/audiences.md#delete-audiencesid).
import { expect } from 'chai';
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
import { createDomain } from '../../support/factories/factories.ts';
import { eventually } from '../../support/time/eventually.ts';

describe('DELETE /audiences/:id', () => {
  const app = useApp();
  const account = useAccount(app);
  let id: string;
  beforeEach(async () => {
    id = (await createAudience(app.pool, account.accountId)).id;
  });
  const remove = (audienceId = id) => account.api.delete(`/audiences/${audienceId}`);
  const idsOf = async (path: string): Promise<string[]> =>
    (await account.read(path)).data.map((item: { id: string }) => item.id);

  it('Answers the deletion of an audience with its id and `deleted: true`.', async () => {
    const { status, body } = await remove(id.toUpperCase());
    expect([status, body]).to.deep.equal([200, { object: 'audience', id, deleted: true }]);
  });

  it('Hides a deleted audience in all operations: it is not_found 404 by its id, is in no list and takes no new segment.', async () => {
    await remove().expect(200);
    expectError(await account.api.get(`/audiences/${id}`), 404, 'not_found');
    expectError(await remove(), 404, 'not_found');
    expect(await idsOf('/audiences')).to.deep.equal([await defaultAudienceOf(app.pool, account.accountId)]);
    const answer = await account.api.post('/segments').send({ name: 'Late', audience_id: id });
    expect(expectError(answer, 404, 'not_found')).to.equal('Audience not found.');
    expect(await idsOf('/segments')).to.deep.equal([]);
  });

  it('Deletes the segments of an audience together with it, and no others.', async () => {
    const kept = await createSegment(app.pool, account.accountId);
    const lost = [
      await createSegment(app.pool, account.accountId, { audienceId: id }),
      await createSegment(app.pool, account.accountId, { audienceId: id }),
    ];
    await remove().expect(200);
    expect(await idsOf('/segments')).to.deep.equal([kept.id]);
    for (const segment of lost) await account.api.get(`/segments/${segment.id}`).expect(404);
  });

  it('Refuses to delete the default audience with validation_error 422.', async () => {
    const defaultId = await defaultAudienceOf(app.pool, account.accountId);
    expect(expectError(await remove(defaultId), 422, 'validation_error')).to.include('default audience');
    await account.api.get(`/audiences/${defaultId}`).expect(200);
  });

  it('Refuses to delete the audience of a domain with validation_error 422 and names the domain.', async () => {
    await createDomain(app.pool, account.accountId);
    const { name } = await createDomain(app.pool, account.accountId);
    const { body } = await account.api.get('/domains');
    const ofDomain = body.data.find((domain: { name: string }) => domain.name === name).audience_id;
    expect(expectError(await remove(ofDomain), 422, 'validation_error')).to.include(`The domain ${name}`);
    await account.api.get(`/audiences/${ofDomain}`).expect(200);
    expect(await removalsOf(app.pool, account.accountId)).to.deep.equal([]);
  });

  it('Starts the removal of the contacts and memberships of a deleted audience.', async () => {
    const segment = await createSegment(app.pool, account.accountId, { audienceId: id });
    await createContact(app.pool, { accountId: account.accountId, audienceId: id, segmentIds: [segment.id] });
    await remove().expect(200);
    const removals = await removalsOf(app.pool, account.accountId);
    expect(removals).to.deep.equal([`audience ${id}`, `segment ${segment.id}`]);
  });

  it('Adds no segment to an audience that is deleted at the same moment.', async () => {
    const deletion = await app.pool.connect();
    try {
      await deletion.query('BEGIN');
      await deletion.query('SELECT FROM audiences WHERE id = $1 FOR UPDATE', [id]);
      const creation = account.api
        .post('/segments')
        .send({ name: 'Late', audience_id: id })
        .then((answer) => answer);
      await eventually('the creation waits', async () => {
        const { rowCount } = await app.pool.query(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
        return rowCount === 1;
      });
      await deletion.query('UPDATE audiences SET deleted_at = now() WHERE id = $1', [id]);
      await deletion.query('COMMIT');
      expectError(await creation, 404, 'not_found');
    } finally {
      deletion.release();
    }
    // The other way round: a deletion that comes during the creation waits for it, and deletes the new segment too.
    const next = await createAudience(app.pool, account.accountId);
    const creations = Array.from({ length: 10 }, () =>
      account.api.post('/segments').send({ name: 'Late', audience_id: next.id }),
    );
    const [deleted, ...created] = await Promise.all([remove(next.id), ...creations]);
    expect(deleted.status).to.equal(200);
    for (const { status } of created) expect([201, 404]).to.include(status);
    expect(await idsOf('/segments')).to.deep.equal([]);
  });
});
