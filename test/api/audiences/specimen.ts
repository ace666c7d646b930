// Specimens of audiences for the tests of all routes: valid requests, an object and answers (test/api/specimen.ts).
import { expect } from 'chai';
import { createAudience, createContact } from '../../support/contact-factories.ts';
import { createApiKey } from '../../support/factories.ts';
import { type Specimen, UNKNOWN_ID } from '../specimen.ts';

/** Requests, object and answers of this resource. */
export const specimen: Specimen = {
  good: {
    createAudience: { body: { name: 'Customers' } },
    listAudiences: { query: { limit: '2', after: UNKNOWN_ID } },
  },
  async create(pool, accountId) {
    const { id } = await createAudience(pool, accountId);
    const contact = await createContact(pool, { accountId, audienceId: id });
    return { id, contactId: contact.id };
  },
  async count(pool, accountId) {
    const { rowCount } = await pool.query(
      'SELECT FROM audiences WHERE account_id = $1 AND deleted_at IS NULL',
      [accountId],
    );
    return rowCount ?? 0;
  },
  answers(app, expectAnswer) {
    it('for an audience that is made, read and deleted', async () => {
      const { token } = await createApiKey(app.pool);
      const api = app.as(token);
      const created = await api.post('/audiences').send({ name: 'Customers' });
      expectAnswer('createAudience', created.status, created.body);
      const list = await api.get('/audiences');
      expect(list.body.data).to.have.length(2);
      expectAnswer('listAudiences', list.status, list.body);
      const path = `/audiences/${created.body.id}`;
      const audience = await api.get(path);
      expectAnswer('getAudience', audience.status, audience.body);
      const deleted = await api.delete(path);
      expectAnswer('deleteAudience', deleted.status, deleted.body);
    });
  },
};
