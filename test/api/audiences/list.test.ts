// GET /audiences (docs/reference/audiences.md).
import { expect } from 'chai';
import { OPERATIONS } from '../../../shared/contract/operations.ts';
import { useApp } from '../../support/api/app.ts';
import { createAudience, defaultAudienceOf } from '../../support/factories/contact-factories.ts';
import { createApiKey } from '../../support/factories/factories.ts';
import { describePaging } from '../paging.ts';

describe('GET /audiences', () => {
  const app = useApp();

  it('Lists audiences with every field except `object`, the default audience among them.', async () => {
    const { token, accountId } = await createApiKey(app.pool);
    const { id } = await createAudience(app.pool, accountId, 'Customers');
    await app.pool.query(
      "UPDATE audiences SET created_at = '2026-11-20 10:00:00.123+00' WHERE account_id = $1",
      [accountId],
    );
    const created_at = '2026-11-20T10:00:00.123Z';
    const defaultId = await defaultAudienceOf(app.pool, accountId);
    const { body } = await app.as(token).get('/audiences');
    expect(body).to.deep.equal({
      object: 'list',
      has_more: false,
      data: [
        { id, name: 'Customers', default: false, domains: [], created_at },
        { id: defaultId, name: 'Default', default: true, domains: [], created_at },
      ],
    });
  });

  describePaging(app, OPERATIONS.listAudiences.path, async () => {
    const { token, accountId } = await createApiKey(app.pool);
    return {
      token,
      existing: [await defaultAudienceOf(app.pool, accountId)],
      createItem: async () => (await createAudience(app.pool, accountId)).id,
      deleteItem: (id) => app.pool.query('DELETE FROM audiences WHERE id = $1', [id]),
      createForeignItem: async () =>
        (await createAudience(app.pool, (await createApiKey(app.pool)).accountId)).id,
    };
  });
});
