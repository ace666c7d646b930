// Specimens of contact properties for the tests of all routes: valid requests, an object and answers
// (test/api/specimen.ts).
import { expect } from 'chai';
import { createCaller } from '../../support/api/account.ts';
import { createContactProperty } from '../../support/factories/contact-factories.ts';
import { countIn, createAsker, type Specimen, UNKNOWN_ID } from '../specimen.ts';

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
  count: countIn('contact_properties'),
  answers(app, expectAnswer) {
    it('for contact properties of each type that are made, read, changed and deleted', async () => {
      const { api } = await createCaller(app);
      const ask = createAsker(api, expectAnswer);
      for (const [type, fallback_value] of Object.entries(FALLBACKS))
        await ask('createContactProperty', '/contact-properties', { key: type, type, fallback_value });
      const { data } = await ask('listContactProperties', '/contact-properties');
      expect(data).to.have.length(4);
      for (const { id } of data) {
        await ask('getContactProperty', `/contact-properties/${id}`);
        await ask('updateContactProperty', `/contact-properties/${id}`, { fallback_value: null });
        await ask('deleteContactProperty', `/contact-properties/${id}`);
      }
    });
  },
};
