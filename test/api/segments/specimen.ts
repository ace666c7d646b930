// Specimens of segments for the tests of all routes: valid requests, an object and answers (test/api/specimen.ts).
import { expect } from 'chai';
import { createSegment } from '../../support/contact-factories.ts';
import { createApiKey } from '../../support/factories.ts';
import { type Specimen, UNKNOWN_ID } from '../specimen.ts';

/** A filter with every kind of node, in long and in short form. */
const FILTER = {
  and: [
    { type: 'rule', field: 'contact.email', operator: 'ends_with', value: '@customer.dev' },
    { type: 'not', rule: { field: 'contact.unsubscribed', operator: 'eq', value: true } },
    {
      type: 'or',
      rules: [
        { field: 'contact.created_at', operator: 'gte', value: '2026-01-31' },
        { rule: { field: 'contact.first_name', operator: 'exists' } },
      ],
    },
  ],
};

/** Requests, object and answers of this resource. */
export const specimen: Specimen = {
  good: {
    // An id of an audience is good only in the account of the audience.
    createSegment: { body: { name: 'Beta testers', audience_id: null, filter: FILTER } },
    previewSegment: { body: { filter: FILTER, audience_id: null } },
    listSegments: { query: { limit: '2', after: UNKNOWN_ID } },
    updateSegment: { body: { name: 'Early users', filter: null } },
  },
  create: createSegment,
  async count(pool, accountId) {
    const { rowCount } = await pool.query('SELECT FROM segments WHERE account_id = $1', [accountId]);
    return rowCount ?? 0;
  },
  answers(app, expectAnswer) {
    it('for a segment that is made, read, changed and deleted', async () => {
      const { token } = await createApiKey(app.pool);
      const api = app.as(token);
      const created = await api.post('/segments').send({ name: 'Beta testers' });
      expectAnswer('createSegment', created.status, created.body);
      const list = await api.get('/segments');
      expect(list.body.data).to.have.length(1);
      expectAnswer('listSegments', list.status, list.body);
      const path = `/segments/${created.body.id}`;
      const segment = await api.get(path);
      expectAnswer('getSegment', segment.status, segment.body);
      const updated = await api.patch(path).send({ name: 'Early users' });
      expectAnswer('updateSegment', updated.status, updated.body);
      const dynamic = await api.post('/segments').send({ name: 'Subscribed', filter: FILTER });
      expectAnswer('createSegment', dynamic.status, dynamic.body);
      await api.post('/contacts').send({ email: 'bo@customer.dev', first_name: 'Bo' }).expect(201);
      const preview = await api.post('/segments/preview').send({ filter: FILTER });
      expect(preview.body.contacts).to.have.length(1);
      expectAnswer('previewSegment', preview.status, preview.body);
      const deleted = await api.delete(path);
      expectAnswer('deleteSegment', deleted.status, deleted.body);
    });
  },
};
