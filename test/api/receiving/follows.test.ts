// What follows from a received email: usage (docs/reference/usage.md), metrics (docs/reference/email-metrics.md) and the
// event at webhooks (docs/reference/webhooks.md#payloads).
import { expect } from 'chai';
import { DAY_MS } from '../../../shared/platform/time/durations.ts';
import { useApp } from '../../support/api/app.ts';
import { createReceived } from '../../support/factories/received-factories.ts';
import { useSender } from '../emails/sender.ts';

const NOW = new Date('2026-11-20T12:34:56.789Z');

describe('What follows from a received email', () => {
  const app = useApp();
  beforeEach(() => app.clock.set(NOW));
  const sender = useSender(app);
  const receive = (receivedAt: Date, domainId: string | null = sender.domain.id) =>
    createReceived(app.pool, sender.accountId, { domainId, receivedAt });

  it('Counts received emails in the usage, apart from those that were sent, also those that were deleted since.', async () => {
    await receive(NOW);
    await receive(new Date(NOW.getTime() - DAY_MS));
    const { id } = await receive(NOW);
    await sender.sent({ to: ['bo@customer.dev', 'cy@customer.dev', 'di@customer.dev'] });
    await sender.api.delete(`/emails/receiving/${id}`).expect(200);
    const { daily, monthly } = (await sender.read('/usage')).emails;
    expect(daily).to.include({ used: 5, sent: 3, received: 2 });
    expect(monthly).to.include({ used: 6, sent: 3, received: 3 });
  });

  it('Counts the bytes of the emails that were received on this UTC day in the usage, also of those that were deleted since.', async () => {
    const receiveRaw = (receivedAt: Date, bytes: number) =>
      createReceived(app.pool, sender.accountId, {
        domainId: sender.domain.id,
        receivedAt,
        raw: 'x'.repeat(bytes),
      });
    await receiveRaw(new Date(NOW.getTime() - DAY_MS), 1_000);
    await receiveRaw(NOW, 200);
    const { id } = await receiveRaw(NOW, 30);
    await sender.api.delete(`/emails/receiving/${id}`).expect(200);
    expect((await sender.read('/usage')).received_bytes).to.deep.equal({
      used: 230,
      limit: null,
      resets_at: '2026-11-21T00:00:00.000Z',
    });
  });

  it('Counts received emails at the time and for the domain that they came in for, and in no rate.', async () => {
    await receive(new Date('2026-11-18T23:59:59Z'));
    await receive(new Date('2026-11-19T00:00:00Z'));
    await receive(new Date('2026-11-19T10:00:00Z'));
    await receive(new Date('2026-11-19T10:00:00Z'), null);
    const days = 'start_date=2026-11-18&end_date=2026-11-19';
    const { totals, data } = await sender.read(`/emails/metrics?${days}&dimensions=period,domain`);
    expect(totals).to.include({ received: 3, sent: 0, delivery_rate: 0 });
    const rows = data.map(({ period, domain_id, received }: Record<string, unknown>) => [
      period,
      domain_id,
      received,
    ]);
    expect(rows).to.have.deep.members([
      ['2026-11-18T00:00:00.000Z', sender.domain.id, 1],
      ['2026-11-19T00:00:00.000Z', sender.domain.id, 2],
    ]);
  });

  it('Describes a received email in `data` of email.received, without its bodies and header fields, once for each email.', async () => {
    const read = await sender.listen('email.received');
    const { id, attachmentIds } = await createReceived(app.pool, sender.accountId, {
      domainId: sender.domain.id,
      receivedAt: NOW,
      receivedFor: ['help@acme.dev'],
      contents: { cc: ['cy@customer.dev'] },
      files: [{ filename: 'a.pdf', contentType: 'application/pdf' }],
    });
    expect(await read()).to.deep.equal([
      {
        type: 'email.received',
        data: {
          email_id: id,
          message_id: `<${id}@customer.dev>`,
          created_at: NOW.toISOString(),
          from: 'Bo <bo@customer.dev>',
          to: ['help@acme.dev'],
          cc: ['cy@customer.dev'],
          bcc: [],
          subject: 'Hello',
          received_for: ['help@acme.dev'],
          attachments: [
            {
              id: attachmentIds[0],
              filename: 'a.pdf',
              content_type: 'application/pdf',
              content_disposition: 'attachment',
              content_id: null,
            },
          ],
        },
      },
    ]);
  });
});
