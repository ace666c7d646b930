// Specimens of audiences for the tests of all routes: valid requests, an object and answers (test/api/specimen.ts).
import { expect } from 'chai';
import { createCaller } from '../../support/api/account.ts';
import { createAudience, createContact } from '../../support/factories/contact-factories.ts';
import { countIn, createAsker, type Specimen, UNKNOWN_ID } from '../specimen.ts';

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
  count: countIn('audiences', 'deleted_at IS NULL'),
  answers(app, expectAnswer) {
    it('for an audience that is made, read and deleted', async () => {
      const { api } = await createCaller(app);
      const ask = createAsker(api, expectAnswer);
      const { id } = await ask('createAudience', '/audiences', { name: 'Customers' });
      expect((await ask('listAudiences', '/audiences')).data).to.have.length(2);
      await ask('getAudience', `/audiences/${id}`);
      await ask('deleteAudience', `/audiences/${id}`);
    });
  },
};
