// GET /topics and GET /topics/:id (docs/reference/topics.md#the-topic-record).
import { expect } from 'chai';
import { OPERATIONS } from '../../../shared/contract/operations.ts';
import { useAccount } from '../../support/api/account.ts';
import { useApp } from '../../support/api/app.ts';
import { createTopic } from '../../support/factories/contact-factories.ts';
import { createApiKey } from '../../support/factories/factories.ts';
import { describePaging } from '../paging.ts';

describe('GET /topics', () => {
  const app = useApp();
  const account = useAccount(app);

  const createNews = async () => {
    const { id } = await createTopic(app.pool, account.accountId, {
      name: 'Product news',
      description: 'What is new',
      defaultSubscription: 'opt_out',
      visibility: 'private',
    });
    await app.pool.query(
      `UPDATE topics SET created_at = '2026-11-20 10:00:00.123+00', updated_at = '2026-11-21 10:00:00+00' WHERE id = $1`,
      [id],
    );
    const record = {
      id,
      name: 'Product news',
      description: 'What is new',
      default_subscription: 'opt_out',
      visibility: 'private',
      created_at: '2026-11-20T10:00:00.123Z',
      updated_at: '2026-11-21T10:00:00.000Z',
    };
    return { id, record };
  };

  it('Lists topics with every field except `object`.', async () => {
    const { record } = await createNews();
    expect((await account.api.get('/topics')).body.data).to.deep.equal([record]);
  });

  it('Answers a topic by its id.', async () => {
    const { id, record } = await createNews();
    for (const asked of [id, id.toUpperCase()])
      expect((await account.api.get(`/topics/${asked}`)).body).to.deep.equal({ object: 'topic', ...record });
  });

  describePaging(app, OPERATIONS.listTopics.path, async () => {
    const { token, accountId } = await createApiKey(app.pool);
    return {
      token,
      createItem: async () => (await createTopic(app.pool, accountId)).id,
      deleteItem: (id) => app.pool.query('DELETE FROM topics WHERE id = $1', [id]),
      createForeignItem: async () =>
        (await createTopic(app.pool, (await createApiKey(app.pool)).accountId)).id,
    };
  });
});
