// GET /domains (docs/reference/domains.md#the-domain-record).
import { expect } from 'chai';
import { OPERATIONS } from '../../../shared/contract/operations.ts';
import { useAccount } from '../../support/api/account.ts';
import { useApp } from '../../support/api/app.ts';
import { defaultAudienceOf } from '../../support/factories/contact-factories.ts';
import { createApiKey, createDomain } from '../../support/factories/factories.ts';
import { describePaging } from '../paging.ts';

describe('GET /domains', () => {
  const app = useApp();
  const account = useAccount(app);

  it('Answers an empty list to an account without domains.', async () => {
    expect(await account.read('/domains')).to.deep.equal({ object: 'list', has_more: false, data: [] });
  });

  it('Lists each domain with every field of the table up to `warm_up`, except `object`.', async () => {
    const { id } = await createDomain(app.pool, account.accountId, {
      name: 'mail.fields.test',
      status: 'partially_verified',
      isDefault: true,
      receivingEnabled: true,
      trackingSubdomain: 'links',
    });
    await app.pool.query(
      `UPDATE domains SET created_at = '2026-01-02 03:04:05.678+02', updated_at = '2026-01-03 03:04:05+00',
         status_reason = 'claimed', region = 'eu-west-1' WHERE id = $1`,
      [id],
    );
    expect((await account.read('/domains')).data).to.deep.equal([
      {
        id,
        name: 'mail.fields.test',
        status: 'partially_verified',
        status_reason: 'claimed',
        region: 'eu-west-1',
        default: true,
        created_at: '2026-01-02T01:04:05.678Z',
        updated_at: '2026-01-03T03:04:05.000Z',
        audience_id: await defaultAudienceOf(app.pool, account.accountId),
        capabilities: { sending: 'enabled', receiving: 'enabled' },
        open_tracking: false,
        click_tracking: false,
        tls: 'opportunistic',
        custom_return_path: 'send',
        tracking_subdomain: 'links',
        default_from: null,
        reputation: 'good',
        warm_up: null,
      },
    ]);
  });

  describePaging(app, OPERATIONS.listDomains.path, async () => {
    const { token, accountId } = await createApiKey(app.pool);
    return {
      token,
      createItem: async () => (await createDomain(app.pool, accountId)).id,
      deleteItem: (id) => app.pool.query('DELETE FROM domains WHERE id = $1', [id]),
      createForeignItem: async () =>
        (await createDomain(app.pool, (await createApiKey(app.pool)).accountId)).id,
    };
  });
});
