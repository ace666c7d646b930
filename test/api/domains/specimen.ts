// Specimens of domains for the tests of all routes: valid requests, an object and answers (test/api/specimen.ts).
import { expect } from 'chai';
import { createApiKey, createDomain } from '../../support/factories.ts';
import { type Specimen, UNKNOWN_ID } from '../specimen.ts';

/** Requests, object and answers of this resource. */
export const specimen: Specimen = {
  good: {
    listDomains: { query: { limit: '100', after: UNKNOWN_ID } },
  },
  create: createDomain,
  answers(app, expectAnswer) {
    it('for domains', async () => {
      const { token, accountId } = await createApiKey(app.pool);
      await createDomain(app.pool, accountId);
      const domains = await app.as(token).get('/domains');
      expect(domains.body.data).to.have.length(1);
      expectAnswer('listDomains', domains.status, domains.body);
    });
  },
};
