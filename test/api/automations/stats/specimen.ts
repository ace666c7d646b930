// Specimens of funnels of automations for the tests of all routes: answers (test/api/specimen.ts).
import type { Specimen } from '../../specimen.ts';
import { createFunnelOwner } from './funnel.ts';

/** Answers of funnels, which those of automations contain. */
export const statsSpecimen: Pick<Specimen, 'answers'> = {
  answers(app, expectAnswer) {
    it('for the funnel of an automation', async () => {
      const owner = await createFunnelOwner(app);
      const pause = { key: 'pause', type: 'delay', config: { duration: '1 day' } } as const;
      const automation = await owner.automation([await owner.mailStep(), pause]);
      await owner.run(automation);
      const { status, body } = await owner.api.get(`/automations/${automation.id}/stats`);
      expectAnswer('getAutomationStats', status, body);
    });
  },
};
