// Specimens of runs of automations for the tests of all routes: valid requests, an object and answers
// (test/api/specimen.ts).
import { type Specimen, UNKNOWN_ID } from '../../specimen.ts';
import { createRunner } from './runner.ts';

/** Requests and answers of runs, which those of automations contain. */
export const runSpecimen: Pick<Specimen, 'good' | 'answers'> = {
  good: {
    listAutomationRuns: {
      query: {
        limit: '2',
        after: UNKNOWN_ID,
        status: 'running,failed',
        contact_id: UNKNOWN_ID,
        step: 'pause',
      },
    },
  },
  answers(app, expectAnswer) {
    it('for runs that wait, have ended and are cancelled', async () => {
      const runner = await createRunner(app);
      const automation = await runner.automation();
      const failing = await runner.automation([
        { key: 'mail', type: 'send_email', config: { template: { id: UNKNOWN_ID } } },
      ]);
      const waiting = await runner.run(automation, { payload: { plan: 'pro' } });
      const path = `/automations/${automation.id}/runs`;
      const failed = `/automations/${failing.id}/runs/${await runner.run(failing)}`;
      for (const each of [`${path}/${waiting}`, failed]) {
        const one = await runner.api.get(each);
        expectAnswer('getAutomationRun', one.status, one.body);
      }
      const cancelled = await runner.api.post(`${path}/${waiting}/cancel`);
      expectAnswer('cancelAutomationRun', cancelled.status, cancelled.body);
      const retried = await runner.api.post(`${path}/${waiting}/retry`);
      expectAnswer('retryAutomationRun', retried.status, retried.body);
      const list = await runner.api.get(path);
      expectAnswer('listAutomationRuns', list.status, list.body);
    });
  },
};
