// Operations that still work while all sending is stopped, by the operators' pause or by the provider's refusal, and the
// order of errors (docs/reference/limits.md#stopped-sending).
import { expect } from 'chai';
import { pauseSending, resumeSending } from '../../../shared/resources/sending/pause.ts';
import {
  clearProviderSwitch,
  tripProviderSwitch,
} from '../../../shared/resources/sending/provider-switch.ts';
import { useApp } from '../../support/app.ts';
import { expectError } from '../../support/error-body.ts';
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

  it('Reports the mistakes of a request and an exceeded quota before it reports that sending is stopped.', async () => {
    const sender = await createSender(app);
    await pauseSending(app.pool, 'abuse');
    expectError(await sender.send({ subject: undefined }), 422, 'missing_required_field');
    await app.pool.query("UPDATE accounts SET plan_id = 'free' WHERE id = $1", [sender.accountId]);
    const to = Array.from({ length: 50 }, (_, index) => `r${index}@customer.dev`);
    const cc = Array.from({ length: 50 }, (_, index) => `c${index}@customer.dev`);
    expectError(await sender.send({ to, cc, bcc: 'd@customer.dev' }), 429, 'daily_quota_exceeded');
    expectError(await sender.send(), 503, 'sending_service_unavailable');
  });
});
