// The mailbox simulator in the API: quota and sandbox. The outcomes of its addresses are tested in
// test/workers/send/simulate.test.ts.
import { expect } from 'chai';
import { useApp } from '../../../support/api/app.ts';
import { createSender } from '../sender.ts';

describe('An email to the simulator', () => {
  const app = useApp();

  it('Charges one unit per simulator recipient, also to an account in the sandbox.', async () => {
    const { send } = await createSender(app, { planId: 'free', productionAccess: false });
    const { status, headers } = await send({
      to: ['delivered@simulator.test', 'bounced+label@simulator.test'],
      cc: 'suppressed@simulator.test',
    });
    expect(status).to.equal(200);
    expect(headers).to.include({ 'x-service-daily-quota': '3', 'x-service-monthly-quota': '3' });
  });
});
