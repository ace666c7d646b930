// Specimen of usage for the tests of all routes: its answers (test/api/specimen.ts).
import { createCaller } from '../../support/api/account.ts';
import type { Specimen } from '../specimen.ts';

/** Answers of this resource. */
export const specimen: Specimen = {
  good: {},
  answers(app, expectAnswer) {
    for (const planId of ['free', 'unlimited'] as const) {
      it(`for the usage of an account on the plan ${planId}`, async () => {
        const { api } = await createCaller(app, { planId });
        const usage = await api.get('/usage');
        expectAnswer('getUsage', usage.status, usage.body);
      });
    }
  },
};
