// Specimens of OAuth grants for the tests of all routes (test/api/specimen.ts).
import { createCaller } from '../../support/api/account.ts';
import type { Specimen } from '../specimen.ts';

/** Requests and answers of this resource. */
export const specimen: Specimen = {
  good: { listOauthGrants: { query: { limit: '10' } } },
  answers(app, expectAnswer) {
    it('for OAuth grants', async () => {
      const { api } = await createCaller(app);
      const grants = await api.get('/oauth/grants');
      expectAnswer('listOauthGrants', grants.status, grants.body);
    });
  },
};
