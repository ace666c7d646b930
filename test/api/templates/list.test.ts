// GET /templates and GET /templates/:id/versions (docs/reference/templates.md#the-template-record).
import { expect } from 'chai';
import { OPERATIONS } from '../../../shared/contract/operations.ts';
import { createCaller } from '../../support/api/account.ts';
import { useApp } from '../../support/api/app.ts';
import { createApiKey } from '../../support/factories/factories.ts';
import { createTemplate } from '../../support/factories/template-factories.ts';
import { describePaging } from '../paging.ts';

describe('GET /templates', () => {
  const app = useApp();

  it('Lists templates newest first, without their contents.', async () => {
    const { accountId, read } = await createCaller(app);
    const draft = await createTemplate(app.pool, accountId, { alias: 'draft', isPublished: false });
    const published = await createTemplate(app.pool, accountId);
    const { data } = await read('/templates');
    expect(data.map(({ id }: { id: string }) => id)).to.deep.equal([published.id, draft.id]);
    const { created_at, updated_at, ...item } = data[1];
    expect(item).to.deep.equal({
      id: draft.id,
      name: 'Factory template',
      alias: 'draft',
      status: 'draft',
      has_unpublished_versions: true,
      published_at: null,
    });
    expect(data[0]).to.include({ status: 'published', has_unpublished_versions: false });
  });

  describePaging(app, OPERATIONS.listTemplates.path, async () => {
    const { token, accountId } = await createApiKey(app.pool);
    return {
      token,
      createItem: async () => (await createTemplate(app.pool, accountId)).id,
      deleteItem: (id) => app.pool.query('DELETE FROM templates WHERE id = $1', [id]),
      createForeignItem: async () =>
        (await createTemplate(app.pool, (await createApiKey(app.pool)).accountId)).id,
    };
  });
});
