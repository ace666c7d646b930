// Specimens of contacts for the tests of all routes: valid requests, an object and answers (test/api/specimen.ts).
import { expect } from 'chai';
import { createContact, createSegment } from '../../support/contact-factories.ts';
import { type GoodRequest, type Specimen, UNKNOWN_ID } from '../specimen.ts';
import { createContactOwner } from './owner.ts';

/** Without ids of segments, topics and audiences, and without properties: they are good in one account only. */
const NEW_CONTACT = {
  email: 'bo@customer.dev',
  first_name: 'Bo',
  last_name: 'Smith',
  unsubscribed: true,
  properties: {},
  segments: [],
  topics: [],
};
const created: GoodRequest = { body: NEW_CONTACT };
const listed: GoodRequest = {
  query: { limit: '2', after: UNKNOWN_ID, unsubscribed: 'true', email: 'bo@customer.dev', q: 'bo' },
};
const updated: GoodRequest = {
  body: { email: 'cy@customer.dev', first_name: 'Cy', last_name: null, unsubscribed: false, properties: {} },
};
const deleted: GoodRequest = { query: { erase: 'false' } };
const page: GoodRequest = { query: { limit: '2', after: UNKNOWN_ID } };

/** Requests, object and answers of this resource. */
export const specimen: Specimen = {
  good: {
    createContact: created,
    createAudienceContact: created,
    listContacts: listed,
    listAudienceContacts: listed,
    listSegmentContacts: listed,
    updateContact: updated,
    updateAudienceContact: updated,
    deleteContact: deleted,
    deleteAudienceContact: deleted,
    batchContacts: { body: { contacts: [NEW_CONTACT, { email: 'cy@customer.dev' }], on_conflict: 'skip' } },
    listContactSegments: page,
    listContactTopics: page,
    updateContactTopics: { body: { topics: [] } },
  },
  async create(pool, accountId) {
    const { id: segmentId } = await createSegment(pool, accountId);
    const { id } = await createContact(pool, { accountId });
    return { id, segmentId };
  },
  async count(pool, accountId) {
    const { rowCount } = await pool.query('SELECT FROM contacts WHERE account_id = $1', [accountId]);
    return rowCount ?? 0;
  },
  answers(app, expectAnswer) {
    it('for contacts that are created, listed, changed and deleted, wherever their path is', async () => {
      const { api, make } = await createContactOwner(app);
      await make('/contact-properties', { key: 'plan', type: 'string' });
      const segment = await make('/segments', { name: 'VIP' });
      const topic = await make('/topics', { name: 'News', default_subscription: 'opt_in' });
      const audience = (await api.get('/audiences')).body.data[0].id;
      const fields = { ...NEW_CONTACT, properties: { plan: 'pro' }, segments: [segment] };
      for (const [path, kind] of [
        ['/contacts', 'Contact'],
        [`/audiences/${audience}/contacts`, 'AudienceContact'],
      ] as const) {
        for (const status of [201, 200]) {
          const answer = await api.post(path).send(fields);
          expect(answer.status).to.equal(status);
          expectAnswer(`create${kind}`, answer.status, answer.body);
        }
        const list = await api.get(path);
        expect(list.body.data).to.have.length(1);
        expectAnswer(`list${kind}s`, list.status, list.body);
        const { id } = list.body.data[0];
        const contact = await api.get(`${path}/${id}`);
        expectAnswer(`get${kind}`, contact.status, contact.body);
        const changed = await api.patch(`${path}/${id}`).send({ first_name: 'B' });
        expectAnswer(`update${kind}`, changed.status, changed.body);
        for (const [query, status] of [
          ['', 200],
          ['?erase=true', 202],
        ] as const) {
          await api.post(path).send(fields);
          const gone = await api.delete(`${path}/bo@customer.dev${query}`);
          expect(gone.status).to.equal(status);
          expectAnswer(`delete${kind}`, gone.status, gone.body);
        }
      }
      const batch = await api.post('/contacts/batch').send([fields]);
      expectAnswer('batchContacts', batch.status, batch.body);
      const members = await api.get(`/segments/${segment}/contacts`);
      expectAnswer('listSegmentContacts', members.status, members.body);
      const path = `/contacts/${batch.body.data[0].id}`;
      const segments = await api.get(`${path}/segments`);
      expectAnswer('listContactSegments', segments.status, segments.body);
      const added = await api.post(`${path}/segments/${segment}`);
      expectAnswer('addContactToSegment', added.status, added.body);
      const removed = await api.delete(`${path}/segments/${segment}`);
      expectAnswer('removeContactFromSegment', removed.status, removed.body);
      const topics = await api.get(`${path}/topics`);
      expectAnswer('listContactTopics', topics.status, topics.body);
      const chosen = await api.patch(`${path}/topics`).send([{ id: topic, subscription: 'opt_out' }]);
      expectAnswer('updateContactTopics', chosen.status, chosen.body);
    });
  },
};
