// The id of a segment in the path /audiences/:id (docs/reference/audiences.md#a-segments-id-in-the-path).
import { expect } from 'chai';
import { useAccount } from '../../support/api/account.ts';
import { useApp } from '../../support/api/app.ts';
import { removalsOf } from '../../support/database/removals.ts';
import { createSegment, defaultAudienceOf } from '../../support/factories/contact-factories.ts';

describe("A segment's id in the path /audiences/:id", () => {
  const app = useApp();
  const account = useAccount(app);
  let segment: { id: string };
  beforeEach(async () => {
    segment = await createSegment(app.pool, account.accountId, { name: 'Beta testers' });
  });

  it('Answers GET /audiences/:id with the id of a segment with the segment in the form of an audience.', async () => {
    const { created_at } = await account.read(`/segments/${segment.id}`);
    const { body } = await account.api.get(`/audiences/${segment.id}`);
    const name = 'Beta testers';
    const fields = { name, default: false, domains: [], created_at };
    expect(body).to.deep.equal({ object: 'audience', id: segment.id, ...fields });
  });

  it('Deletes the segment when DELETE /audiences/:id gets the id of a segment.', async () => {
    const { status, body } = await account.api.delete(`/audiences/${segment.id.toUpperCase()}`);
    expect([status, body]).to.deep.equal([200, { object: 'audience', id: segment.id, deleted: true }]);
    await account.api.get(`/segments/${segment.id}`).expect(404);
    await account.api.delete(`/audiences/${segment.id}`).expect(404);
    await account.api.get(`/audiences/${await defaultAudienceOf(app.pool, account.accountId)}`).expect(200);
    expect(await removalsOf(app.pool, account.accountId)).to.deep.equal([`segment ${segment.id}`]);
  });
});
