// Specimens of topics for the tests of all routes: valid requests, an object and answers (test/api/specimen.ts).
import { expect } from 'chai';
import { createTopic } from '../../support/factories/contact-factories.ts';
import { createApiKey } from '../../support/factories/factories.ts';
import { type Specimen, UNKNOWN_ID } from '../specimen.ts';

const FIELDS = {
  name: 'Product news',
  description: 'What is new',
  default_subscription: 'opt_in',
  visibility: 'public',
};

/** Requests, object and answers of this resource. */
export const specimen: Specimen = {
  good: {
    createTopic: { body: FIELDS },
    listTopics: { query: { limit: '2', after: UNKNOWN_ID } },
    updateTopic: { body: { ...FIELDS, if_updated_at: '2026-11-20T12:00:00.000Z' } },
  },
  create: createTopic,
  async count(pool, accountId) {
    const { rowCount } = await pool.query('SELECT FROM topics WHERE account_id = $1', [accountId]);
    return rowCount ?? 0;
  },
  answers(app, expectAnswer) {
    it('for topics that are made, read, changed and deleted', async () => {
      const { token } = await createApiKey(app.pool);
      const api = app.as(token);
      for (const body of [FIELDS, { name: 'Tips', default_subscription: 'opt_out' }]) {
        const created = await api.post('/topics').send(body);
        expectAnswer('createTopic', created.status, created.body);
      }
      const list = await api.get('/topics');
      expect(list.body.data).to.have.length(2);
      expectAnswer('listTopics', list.status, list.body);
      for (const { id } of list.body.data) {
        const topic = await api.get(`/topics/${id}`);
        expectAnswer('getTopic', topic.status, topic.body);
        const updated = await api.patch(`/topics/${id}`).send({ name: 'News', description: null });
        expectAnswer('updateTopic', updated.status, updated.body);
        const deleted = await api.delete(`/topics/${id}`);
        expectAnswer('deleteTopic', deleted.status, deleted.body);
      }
    });
  },
};
