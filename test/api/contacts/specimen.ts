// Specimens of contacts for the tests of all routes: valid requests, an object and answers (test/api/specimen.ts).

import { expect } from 'chai';
import { fieldsByColumn } from '../../../shared/contract/contacts/fields.ts';
import { createContact, createSegment } from '../../support/factories/contact-factories.ts';
import { countIn, createAsker, exampleOf, type GoodRequest, type Specimen, UNKNOWN_ID } from '../specimen.ts';
import { createContactOwner } from './owner.ts';

/** Without ids of segments, topics and audiences, and without properties: they are good in one account only. */
const NEW_CONTACT = {
  email: 'bo@customer.dev',
  ...fieldsByColumn(({ title }) => title),
  first_name: 'Bo',
  last_name: 'Smith',
  unsubscribed: true,
  tracking: 'refused',
  properties: {},
  segments: [],
  topics: [],
};
const created: GoodRequest = { body: { ...NEW_CONTACT, create_properties: false } };
const listed: GoodRequest = {
  query: { limit: '2', after: UNKNOWN_ID, unsubscribed: 'true', email: 'bo@customer.dev', q: 'bo' },
};
const updated: GoodRequest = {
  body: {
    email: 'cy@customer.dev',
    ...fieldsByColumn(() => null),
    first_name: 'Cy',
    unsubscribed: false,
    tracking: 'refused',
    properties: {},
    if_updated_at: '2026-11-20T12:00:00.000Z',
  },
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
    batchContacts: {
      body: {
        contacts: [NEW_CONTACT, { email: 'cy@customer.dev' }],
        on_conflict: 'skip',
        create_properties: true,
      },
    },
    listContactSegments: page,
    listContactTopics: page,
    updateContactTopics: { body: { topics: [] } },
  },
  async create(pool, accountId) {
    const { id: segmentId } = await createSegment(pool, accountId);
    const { id } = await createContact(pool, { accountId });
    return { id, segmentId };
  },
  count: countIn('contacts'),
  answers(app, expectAnswer) {
    it('for contacts that are created, listed, changed and deleted, wherever their path is', async () => {
      const { api, make, read } = await createContactOwner(app);
      const ask = createAsker(api, expectAnswer);
      await make('/contact-properties', { key: 'plan', type: 'string' });
      const segment = await make('/segments', { name: 'VIP' });
      const topic = await make('/topics', { name: 'News', default_subscription: 'opt_in' });
      const audience = (await read('/audiences')).data[0].id;
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
        const { data } = await ask(`list${kind}s`, path);
        expect(data).to.have.length(1);
        await ask(`get${kind}`, `${path}/${data[0].id}`);
        await ask(`update${kind}`, `${path}/${data[0].id}`, exampleOf('updateContact'));
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
      const batch = await ask(
        'batchContacts',
        '/contacts/batch',
        exampleOf('batchContacts', { contacts: [fields] }),
      );
      await ask('listSegmentContacts', `/segments/${segment}/contacts`);
      const path = `/contacts/${batch.data[0].id}`;
      await ask('listContactSegments', `${path}/segments`);
      await ask('addContactToSegment', `${path}/segments/${segment}`);
      await ask('removeContactFromSegment', `${path}/segments/${segment}`);
      await ask('listContactTopics', `${path}/topics`);
      await ask('updateContactTopics', `${path}/topics`, { topics: [{ id: topic, subscription: 'opt_in' }] });
    });
  },
};
