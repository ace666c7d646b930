// GET /emails/sources (decisions.md §2).
import { expect } from 'chai';
import { useApp } from '../../support/app.ts';
import { expectError } from '../../support/error-body.ts';
import { createApiKey, createEmail } from '../../support/factories.ts';

describe('GET /emails/sources', () => {
  const app = useApp();

  it('counts the emails of each source, the largest first, and tells when the newest has left', async () => {
    const { accountId, token } = await createApiKey(app.pool);
    for (const source of ['api', 'batch', 'api'] as const) await createEmail(app.pool, accountId, { source });
    const [newest] = [await createEmail(app.pool, accountId, { source: 'api' })];
    await app.pool.query("UPDATE emails SET sent_at = '2026-11-20T12:00:00Z' WHERE id = $1", [newest.id]);
    await createEmail(app.pool, (await createApiKey(app.pool)).accountId, { source: 'smtp' });
    const { status, body } = await app.as(token).get('/emails/sources');
    expect(status).to.equal(200);
    expect(body).to.deep.equal({
      object: 'list',
      has_more: false,
      data: [
        { source: 'api', count: 3, last_sent_at: '2026-11-20T12:00:00.000Z' },
        { source: 'batch', count: 1, last_sent_at: null },
      ],
    });
  });

  it('is empty for an account without emails', async () => {
    const { token } = await createApiKey(app.pool);
    expect((await app.as(token).get('/emails/sources')).body.data).to.deep.equal([]);
  });

  it('is refused to a send-only key with restricted_api_key 401', async () => {
    const { token } = await createApiKey(app.pool, { permission: 'sending_access' });
    expectError(await app.as(token).get('/emails/sources'), 401, 'restricted_api_key');
  });
});
