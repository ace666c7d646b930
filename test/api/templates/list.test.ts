// GET /templates and GET /templates/:id/versions (docs/reference/templates.md#the-template-record).
import { expect } from 'chai';
import { OPERATIONS } from '../../../shared/contract/operations.ts';
import { createCaller } from '../../support/api/account.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
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

  it('Lists only templates with the text of q in name or alias, in any case, and with the status.', async () => {
    const { accountId, api } = await createCaller(app);
    const draft = await createTemplate(app.pool, accountId, { alias: 'news_50', isPublished: false });
    const published = await createTemplate(app.pool, accountId, { alias: 'tips' });
    await createTemplate(app.pool, (await createApiKey(app.pool)).accountId, { alias: 'news' });
    for (const [query, found] of [
      [{ q: 'NEWS' }, [draft]],
      [{ q: 'factory' }, [published, draft]],
      [{ q: '_' }, [draft]],
      [{ q: '%' }, []],
      [{ status: 'draft' }, [draft]],
      [{ status: 'published' }, [published]],
      [{ q: 'news', status: 'published' }, []],
      [{ q: 'factory', limit: '1', after: published.id }, [draft]],
    ] as const) {
      const { body } = await api.get('/templates').query(query).expect(200);
      const ids = body.data.map(({ id }: { id: string }) => id);
      expect(ids, JSON.stringify(query)).to.deep.equal(found.map(({ id }) => id));
    }
    for (const query of ['q=', `q=${'x'.repeat(201)}`, 'status=superseded', 'status='])
      expectError(await api.get(`/templates?${query}`), 422, 'validation_error');
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
