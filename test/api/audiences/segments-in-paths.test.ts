// The id of a segment in the path /audiences/:id (docs/reference/audiences.md#a-segments-id-in-the-path).
import { expect } from 'chai';
import { useApp } from '../../support/app.ts';
import { createSegment, defaultAudienceOf } from '../../support/contact-factories.ts';
import { createApiKey } from '../../support/factories.ts';
import { removalsOf } from '../../support/removals.ts';

describe("A segment's id in the path /audiences/:id", () => {
  const app = useApp();
  let accountId: string;
  let api: ReturnType<typeof app.as>;
  let segment: { id: string };
  beforeEach(async () => {
    const key = await createApiKey(app.pool);
    accountId = key.accountId;
    api = app.as(key.token);
    segment = await createSegment(app.pool, accountId, { name: 'Beta testers' });
  });

  it('Answers GET /audiences/:id with the id of a segment with the segment in the form of an audience.', async () => {
    const { created_at } = (await api.get(`/segments/${segment.id}`)).body;
    const { body } = await api.get(`/audiences/${segment.id}`);
    const name = 'Beta testers';
    expect(body).to.deep.equal({ object: 'audience', id: segment.id, name, default: false, created_at });
  });

  it('Deletes the segment when DELETE /audiences/:id gets the id of a segment.', async () => {
    const { status, body } = await api.delete(`/audiences/${segment.id.toUpperCase()}`);
    expect([status, body]).to.deep.equal([200, { object: 'audience', id: segment.id, deleted: true }]);
    await api.get(`/segments/${segment.id}`).expect(404);
    await api.delete(`/audiences/${segment.id}`).expect(404);
    await api.get(`/audiences/${await defaultAudienceOf(app.pool, accountId)}`).expect(200);
    expect(await removalsOf(app.pool, accountId)).to.deep.equal([`segment ${segment.id}`]);
  });
});
