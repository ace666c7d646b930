// Specimens of segments for the tests of all routes: valid requests, an object and answers (test/api/specimen.ts).
import { expect } from 'chai';
import { createCaller } from '../../support/api/account.ts';
import { createSegment } from '../../support/factories/contact-factories.ts';
import { countIn, createAsker, type Specimen, UNKNOWN_ID } from '../specimen.ts';

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
        { field: 'engagement.last_opened_days', operator: 'lte', value: 30 },
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
  count: countIn('segments'),
  answers(app, expectAnswer) {
    it('for a segment that is made, read, changed and deleted', async () => {
      const { api, make } = await createCaller(app);
      const ask = createAsker(api, expectAnswer);
      const { id } = await ask('createSegment', '/segments', { name: 'Beta testers' });
      expect((await ask('listSegments', '/segments')).data).to.have.length(1);
      await ask('getSegment', `/segments/${id}`);
      await ask('updateSegment', `/segments/${id}`, { name: 'Early users' });
      await ask('createSegment', '/segments', { name: 'Subscribed', filter: FILTER });
      await make('/contacts', { email: 'bo@customer.dev', first_name: 'Bo' });
      const preview = await ask('previewSegment', '/segments/preview', { filter: FILTER });
      expect(preview.contacts).to.have.length(1);
      await ask('deleteSegment', `/segments/${id}`);
    });
  },
};
