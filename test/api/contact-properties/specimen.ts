// Specimens of contact properties for the tests of all routes: valid requests, an object and answers
// (test/api/specimen.ts).
import { expect } from 'chai';
import { createContactProperty } from '../../support/contact-factories.ts';
import { createApiKey } from '../../support/factories.ts';
import { type Specimen, UNKNOWN_ID } from '../specimen.ts';

const FALLBACKS = { string: 'your company', number: 1.5, boolean: false, date: '2026-11-20' };

/** Requests, object and answers of this resource. */
export const specimen: Specimen = {
  good: {
    createContactProperty: { body: { key: 'company', type: 'string', fallback_value: 'your company' } },
    listContactProperties: { query: { limit: '2', after: UNKNOWN_ID } },
    // A `key` is good only for the property that has it.
    updateContactProperty: { body: { type: 'string', fallback_value: 'your team' } },
  },
  create: createContactProperty,
  async count(pool, accountId) {
    const { rowCount } = await pool.query('SELECT FROM contact_properties WHERE account_id = $1', [
      accountId,
    ]);
    return rowCount ?? 0;
  },
  answers(app, expectAnswer) {
    it('for contact properties of each type that are made, read, changed and deleted', async () => {
      const { token } = await createApiKey(app.pool);
      const api = app.as(token);
      for (const [type, fallback_value] of Object.entries(FALLBACKS)) {
        const created = await api.post('/contact-properties').send({ key: type, type, fallback_value });
        expectAnswer('createContactProperty', created.status, created.body);
      }
      const list = await api.get('/contact-properties');
      expect(list.body.data).to.have.length(4);
      expectAnswer('listContactProperties', list.status, list.body);
      for (const { id } of list.body.data) {
        const path = `/contact-properties/${id}`;
        const property = await api.get(path);
        expectAnswer('getContactProperty', property.status, property.body);
        const updated = await api.patch(path).send({ fallback_value: null });
        expectAnswer('updateContactProperty', updated.status, updated.body);
        const deleted = await api.delete(path);
        expectAnswer('deleteContactProperty', deleted.status, deleted.body);
      }
    });
  },
};
