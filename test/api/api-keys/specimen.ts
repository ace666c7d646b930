// Specimens of API keys for the tests of all routes: valid requests, an object and answers (test/api/specimen.ts).
import { expect } from 'chai';
import { enter } from '../../support/api/account.ts';
import { createApiKey } from '../../support/factories/factories.ts';
import { type Specimen, UNKNOWN_ID } from '../specimen.ts';

const SETTINGS = {
  name: 'Shop',
  permission: 'sending_access',
  expires_at: '2999-01-01T00:00:00.000Z',
  allowed_addresses: ['203.0.113.0/24', '2001:db8::1'],
};

/** Requests, object and answers of this resource. */
export const specimen: Specimen = {
  good: {
    createApiKey: { body: { ...SETTINGS, domain_id: null } },
    listApiKeys: { query: { limit: '1', before: UNKNOWN_ID } },
    updateApiKey: { body: { ...SETTINGS, domain_id: null } },
  },
  async create(pool, accountId) {
    const { id } = await createApiKey(pool, { accountId });
    return { id };
  },
  async count(pool, accountId) {
    const sql = 'SELECT FROM api_keys WHERE account_id = $1 AND revoked_at IS NULL';
    return (await pool.query(sql, [accountId])).rowCount ?? 0;
  },
  answers(app, expectAnswer) {
    it('for API keys', async () => {
      const { token } = await createApiKey(app.pool);
      const keys = await app.as(token).get('/api-keys');
      expect(keys.body.data).to.have.length(1);
      expectAnswer('listApiKeys', keys.status, keys.body);
    });

    it('for API keys of people', async () => {
      const { api: person } = await enter(app);
      for (const body of [SETTINGS, { name: 'Everything' }]) {
        const created = await person.post('/api-keys').send(body);
        expectAnswer('createApiKey', created.status, created.body);
        const path = `/api-keys/${created.body.id}`;
        const read = await person.get(path);
        expectAnswer('getApiKey', read.status, read.body);
        const updated = await person.patch(path).send({ name: 'Store' });
        expectAnswer('updateApiKey', updated.status, updated.body);
        const deleted = await person.delete(path);
        expectAnswer('deleteApiKey', deleted.status, deleted.body);
      }
    });
  },
};
