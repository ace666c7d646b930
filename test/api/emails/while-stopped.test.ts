// Operations that still work while all sending is stopped, by the operators' pause or by the provider's refusal
// (docs/reference/limits.md#stopped-sending).
import { expect } from 'chai';
import { pauseSending, resumeSending } from '../../../shared/resources/sending/pause.ts';
import {
  clearProviderSwitch,
  tripProviderSwitch,
} from '../../../shared/resources/sending/provider-switch.ts';
import { useApp } from '../../support/app.ts';
import { sendPending } from './pending-email.ts';
import { createSender } from './sender.ts';

describe('While all sending is stopped', () => {
  const app = useApp();
  afterEach(async () => {
    await resumeSending(app.pool);
    await clearProviderSwitch(app.pool);
  });

  describe('Answers reads, reschedules and cancels of emails while all sending is stopped.', () => {
    for (const [what, stop] of [
      ['paused by operators', () => pauseSending(app.pool, 'abuse')],
      ['refused by the provider', () => tripProviderSwitch(app.pool, '535 login refused')],
    ] as const) {
      it(what, async () => {
        const sender = await createSender(app);
        const id = await sendPending(sender);
        await stop();
        expect((await sender.send()).status).to.equal(503);
        const caller = () => app.as(sender.token);
        for (const request of [
          caller().get('/emails'),
          caller().get(`/emails/${id}`),
          caller().get('/emails/metrics'),
          caller().post(`/emails/${id}/share`),
          caller().patch(`/emails/${id}`).send({ scheduled_at: 'in 2 hours' }),
          caller().post(`/emails/${id}/cancel`),
        ]) {
          const { status, text } = await request;
          expect(status, text).to.equal(200);
        }
      });
    }
  });
});
