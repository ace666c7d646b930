// Specimen of usage for the tests of all routes: its answers (test/api/specimen.ts).
import { createAccount, createApiKey } from '../../support/factories.ts';
import type { Specimen } from '../specimen.ts';

/** Answers of this resource. */
export const specimen: Specimen = {
  good: {},
  answers(app, expectAnswer) {
    for (const planId of ['free', 'unlimited'] as const) {
      it(`for the usage of an account on the plan ${planId}`, async () => {
        const { id: accountId } = await createAccount(app.pool, { planId });
        const { token } = await createApiKey(app.pool, { accountId });
        const usage = await app.as(token).get('/usage');
        expectAnswer('getUsage', usage.status, usage.body);
      });
    }
  },
};
