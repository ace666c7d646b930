// Operations that still work while all sending is stopped, by the operators' pause or by the provider's refusal
// (docs/reference/limits.md#stopped-sending).
import { expect } from 'chai';
import {
  clearProviderSwitch,
  tripProviderSwitch,
} from '../../../../shared/resources/foundation/providers/switch.ts';
import { pauseSending, resumeSending } from '../../../../shared/resources/foundation/sending/pause.ts';
import { useApp } from '../../../support/api/app.ts';
import { sendPending } from '../pending-email.ts';
import { createSender } from '../sender.ts';

describe('While all sending is stopped', () => {
  const app = useApp();
  const resume = async () => {
    await resumeSending(app.pool);
    await clearProviderSwitch(app.pool);
  };
  afterEach(resume);

  it('Answers reads, reschedules and cancels of emails while all sending is stopped.', async () => {
    for (const stop of [
      () => pauseSending(app.pool, 'abuse'),
      () => tripProviderSwitch(app.pool, '535 login refused'),
    ]) {
      const sender = await createSender(app);
      const id = await sendPending(sender);
      await stop();
      expect((await sender.send()).status).to.equal(503);
      const { api } = sender;
      for (const request of [
        api.get('/emails'),
        api.get(`/emails/${id}`),
        api.get('/emails/metrics'),
        api.post(`/emails/${id}/share`),
        api.patch(`/emails/${id}`).send({ scheduled_at: 'in 2 hours' }),
        api.post(`/emails/${id}/cancel`),
      ]) {
        const { status, text } = await request;
        expect(status, text).to.equal(200);
      }
      await resume();
    }
  });
});
