// GET /api-keys (docs/reference/api-keys.md#get-api-keys).
import { expect } from 'chai';
import { OPERATIONS } from '../../../shared/contract/operations.ts';
import { useApp } from '../../support/api/app.ts';
import { createAccount, createApiKey, createDomain } from '../../support/factories/factories.ts';
import { describePaging } from '../paging.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

describe('GET /api-keys', () => {
  const app = useApp();
  const idsOf = (body: { data: { id: string }[] }) => body.data.map(({ id }) => id);

  it('Lists each key with every field of the table, but shows only the first eight characters of the key itself.', async () => {
    const { id: accountId } = await createAccount(app.pool);
    const domain = await createDomain(app.pool, accountId);
    const expiresAt = new Date(app.clock.now().getTime() + DAY_MS);
    const sending = await createApiKey(app.pool, {
      accountId,
      name: 'Sends only',
      permission: 'sending_access',
      domainId: domain.id,
      lastUsedAt: new Date('2026-01-02T03:04:05.678Z'),
      expiresAt,
    });
    const { token } = await createApiKey(app.pool, { accountId });
    const { body, text } = await app.as(token).get('/api-keys');
    const item = body.data[1];
    expect(item.created_at).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(item).to.deep.equal({
      id: sending.id,
      name: 'Sends only',
      prefix: sending.token.slice(0, 8),
      permission: 'sending_access',
      domain_id: domain.id,
      created_at: item.created_at,
      last_used_at: '2026-01-02T03:04:05.678Z',
      expires_at: expiresAt.toISOString(),
    });
    expect(text).not.to.include(sending.token.slice(8)).and.not.include(token.slice(8));
  });

  it('Answers null for the domain, the last use and the expiry of a key that has none.', async () => {
    const { accountId, token } = await createApiKey(app.pool);
    const { id } = await createApiKey(app.pool, { accountId });
    const { body } = await app.as(token).get('/api-keys?limit=1');
    expect(body.data[0]).to.include({ id, last_used_at: null, expires_at: null, domain_id: null });
  });

  it('Lists expired keys, but not revoked ones.', async () => {
    const past = new Date(app.clock.now().getTime() - DAY_MS);
    const { accountId, token, id } = await createApiKey(app.pool);
    await createApiKey(app.pool, { accountId, revokedAt: past });
    const expired = await createApiKey(app.pool, { accountId, expiresAt: past });
    const { body } = await app.as(token).get('/api-keys');
    expect(idsOf(body)).to.deep.equal([expired.id, id]);
  });

  describePaging(app, OPERATIONS.listApiKeys.path, async () => {
    const { token, accountId, id } = await createApiKey(app.pool);
    return {
      token,
      existing: [id],
      createItem: async () => (await createApiKey(app.pool, { accountId })).id,
      deleteItem: (itemId) => app.pool.query('DELETE FROM api_keys WHERE id = $1', [itemId]),
      createForeignItem: async () => (await createApiKey(app.pool)).id,
    };
  });
});
