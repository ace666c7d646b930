// Specimens of API keys for the tests of all routes: valid requests and answers (test/api/specimen.ts).
import { expect } from 'chai';
import { createApiKey } from '../../support/factories.ts';
import { type Specimen, UNKNOWN_ID } from '../specimen.ts';

/** Requests and answers of this resource. */
export const specimen: Specimen = {
  good: {
    listApiKeys: { query: { limit: '1', before: UNKNOWN_ID } },
  },
  answers(app, expectAnswer) {
    it('for API keys', async () => {
      const { token } = await createApiKey(app.pool);
      const keys = await app.as(token).get('/api-keys');
      expect(keys.body.data).to.have.length(1);
      expectAnswer('listApiKeys', keys.status, keys.body);
    });
  },
};
