// Specimens of simulations of automations for the tests of all routes (test/api/specimen.ts).
import { fieldsByColumn } from '../../../../shared/contract/contacts/fields.ts';
import type { Specimen } from '../../specimen.ts';
import { createSimulator } from './simulator.ts';

const NAMED = { email: 'bo@customer.dev', ...fieldsByColumn(() => null), first_name: 'Bo' };

/** Requests and answers of simulations, which those of automations contain. */
export const simulationSpecimen: Pick<Specimen, 'good' | 'answers'> = {
  good: {
    simulateAutomation: {
      body: {
        contact: { ...NAMED, unsubscribed: false, properties: {} },
        payload: { plan: 'pro' },
        events: [{ event: 'order.paid', after: '2 days', payload: { order: 1042 } }],
      },
    },
  },
  answers(app, expectAnswer) {
    it('for simulations that complete and that fail', async () => {
      const simulator = await createSimulator(app);
      const automation = await simulator.automation([await simulator.mail()]);
      const draft = await simulator.automation([await simulator.mail({ isPublished: false })]);
      for (const each of [automation, draft]) {
        const { status, body } = await simulator.ask(each);
        expectAnswer('simulateAutomation', status, body);
      }
      const last = await simulator.automation([{ key: 'end', type: 'contact_delete', config: {} }]);
      const { status, body } = await simulator.ask(last);
      expectAnswer('simulateAutomation', status, body);
    });
  },
};
