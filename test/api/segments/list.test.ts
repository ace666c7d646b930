// GET /segments (docs/reference/segments.md).
import { expect } from 'chai';
import { OPERATIONS } from '../../../shared/contract/operations.ts';
import { useApp } from '../../support/api/app.ts';
import { createSegment } from '../../support/factories/contact-factories.ts';
import { createApiKey } from '../../support/factories/factories.ts';
import { describePaging } from '../paging.ts';

describe('GET /segments', () => {
  const app = useApp();

  it('Lists segments with every field except `object`.', async () => {
    const { token, accountId } = await createApiKey(app.pool);
    const { id, audienceId } = await createSegment(app.pool, accountId, { name: 'Beta testers' });
    await app.pool.query("UPDATE segments SET created_at = '2026-11-20 10:00:00.123+00' WHERE id = $1", [id]);
    const created_at = '2026-11-20T10:00:00.123Z';
    const { body } = await app.as(token).get('/segments');
    const uncounted = { filter: null, contacts_count: null, counted_at: null };
    expect(body.data).to.deep.equal([
      { id, name: 'Beta testers', audience_id: audienceId, ...uncounted, created_at },
    ]);
  });

  describePaging(app, OPERATIONS.listSegments.path, async () => {
    const { token, accountId } = await createApiKey(app.pool);
    return {
      token,
      createItem: async () => (await createSegment(app.pool, accountId)).id,
      deleteItem: (id) => app.pool.query('DELETE FROM segments WHERE id = $1', [id]),
      createForeignItem: async () =>
        (await createSegment(app.pool, (await createApiKey(app.pool)).accountId)).id,
    };
  });
});
