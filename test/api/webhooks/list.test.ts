// GET /webhooks (docs/reference/webhooks.md#the-webhook-record).
import { expect } from 'chai';
import { OPERATIONS } from '../../../shared/contract/operations.ts';
import { useApp } from '../../support/api/app.ts';
import { useEach } from '../../support/api/use-each.ts';
import { createApiKey, createWebhook } from '../../support/factories/factories.ts';
import { describePaging } from '../paging.ts';
import { createOwner } from './owner.ts';

describe('GET /webhooks', () => {
  const app = useApp();
  const owner = useEach(() => createOwner(app));

  it('Lists webhooks with every field except `object` and the signing secret.', async () => {
    const { signing_secret, object, ...created } = (await owner.create()).body;
    const list = await owner.read('/webhooks');
    expect(list).to.deep.equal({ object: 'list', has_more: false, data: [created] });
    expect(JSON.stringify(list)).not.to.include(signing_secret.slice(6));
    expect(object).to.equal('webhook');
  });

  it("Lists only the webhooks of the caller's account.", async () => {
    await (await createOwner(app)).create();
    const { id } = (await owner.create()).body;
    const { data } = await owner.read('/webhooks');
    expect(data.map((item: { id: string }) => item.id)).to.deep.equal([id]);
  });

  describePaging(app, OPERATIONS.listWebhooks.path, async () => {
    const { token, accountId } = await createApiKey(app.pool);
    return {
      token,
      createItem: async () => (await createWebhook(app.pool, accountId)).id,
      deleteItem: (id) => app.pool.query('DELETE FROM webhooks WHERE id = $1', [id]),
      createForeignItem: async () =>
        (await createWebhook(app.pool, (await createApiKey(app.pool)).accountId)).id,
    };
  });
});
