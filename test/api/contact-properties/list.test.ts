// GET /contact-properties and GET /contact-properties/:id
// (docs/reference/contact-properties.md#the-contact-property-record).
import { expect } from 'chai';
import { OPERATIONS } from '../../../shared/contract/operations.ts';
import { useApp } from '../../support/api/app.ts';
import { createContactProperty } from '../../support/factories/contact-factories.ts';
import { createApiKey } from '../../support/factories/factories.ts';
import { describePaging } from '../paging.ts';

describe('GET /contact-properties', () => {
  const app = useApp();

  const createCompany = async () => {
    const { token, accountId } = await createApiKey(app.pool);
    const fields = { key: 'company', type: 'string', fallbackValue: 'your company' } as const;
    const { id } = await createContactProperty(app.pool, accountId, fields);
    await app.pool.query(
      "UPDATE contact_properties SET created_at = '2026-11-20 10:00:00.123+00' WHERE id = $1",
      [id],
    );
    const created_at = '2026-11-20T10:00:00.123Z';
    const record = { id, key: 'company', type: 'string', fallback_value: 'your company', created_at };
    return { api: app.as(token), id, record };
  };

  it('Lists contact properties with every field except `object`.', async () => {
    const { api, record } = await createCompany();
    expect((await api.get('/contact-properties')).body.data).to.deep.equal([record]);
  });

  it('Answers a contact property by its id.', async () => {
    const { api, id, record } = await createCompany();
    for (const asked of [id, id.toUpperCase()]) {
      const { body } = await api.get(`/contact-properties/${asked}`);
      expect(body).to.deep.equal({ object: 'contact_property', ...record });
    }
  });

  describePaging(app, OPERATIONS.listContactProperties.path, async () => {
    const { token, accountId } = await createApiKey(app.pool);
    return {
      token,
      createItem: async () => (await createContactProperty(app.pool, accountId)).id,
      deleteItem: (id) => app.pool.query('DELETE FROM contact_properties WHERE id = $1', [id]),
      createForeignItem: async () =>
        (await createContactProperty(app.pool, (await createApiKey(app.pool)).accountId)).id,
    };
  });
});
