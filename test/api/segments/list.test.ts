// GET /segments (docs/reference/segments.md).
import { expect } from 'chai';
import { OPERATIONS } from '../../../shared/contract/operations.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
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
      { id, name: 'Beta testers', audience_id: audienceId, ...uncounted, created_at, updated_at: created_at },
    ]);
  });

  it('Finds segments by a text in their name (`q`), in any letter case, and by up to 50 ids (`ids`, separated by commas).', async () => {
    const { token, accountId } = await createApiKey(app.pool);
    const foreign = await createSegment(app.pool, (await createApiKey(app.pool)).accountId, { name: 'Beta' });
    const names = ['Beta testers', '100 %', 'alphaBETA'];
    const ids: string[] = [];
    for (const name of names) ids.push((await createSegment(app.pool, accountId, { name })).id);
    const find = async (query: Record<string, string>) => {
      const { status, body } = await app.as(token).get('/segments').query(query);
      expect(status).to.equal(200);
      return body.data.map(({ name }: { name: string }) => name);
    };
    expect(await find({ q: 'beta' })).to.deep.equal(['alphaBETA', 'Beta testers']);
    expect(await find({ q: '%' })).to.deep.equal(['100 %']);
    expect(await find({ ids: `${ids[1]}, ${ids[0]?.toUpperCase()},${foreign.id}` })).to.deep.equal([
      '100 %',
      'Beta testers',
    ]);
    expect(await find({ ids: ids.join(','), q: 'alpha', limit: '1' })).to.deep.equal(['alphaBETA']);
    for (const query of [
      { q: 'x'.repeat(201) },
      { ids: 'one' },
      { ids: '' },
      { ids: fiftyOne(ids[0] ?? '') },
    ])
      expectError(await app.as(token).get('/segments').query(query), 422, 'validation_error');
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

/** Different ids, one more than may be asked for. */
function fiftyOne(id: string): string {
  return Array.from({ length: 51 }, (_, index) => id.slice(0, -2) + (index + 16).toString(16)).join(',');
}
