// Specimens of runs of automations for the tests of all routes: valid requests, an object and answers
// (test/api/specimen.ts).
import { createAsker, type Specimen, UNKNOWN_ID } from '../../specimen.ts';
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
      const ask = createAsker(runner.api, expectAnswer);
      const automation = await runner.automation();
      const failing = await runner.automation([
        { key: 'mail', type: 'send_email', config: { template: { id: UNKNOWN_ID } } },
      ]);
      const path = `/automations/${automation.id}/runs`;
      const waiting = `${path}/${await runner.run(automation, { payload: { plan: 'pro' } })}`;
      const failed = `/automations/${failing.id}/runs/${await runner.run(failing)}`;
      for (const each of [waiting, failed]) await ask('getAutomationRun', each);
      await ask('cancelAutomationRun', `${waiting}/cancel`);
      await ask('retryAutomationRun', `${waiting}/retry`);
      await ask('listAutomationRuns', path);
    });
  },
};
