// Opens and clicks in the Node SDK of Resend, unchanged (docs/reference/clients.md#resends-node-sdk).
import { expect } from 'chai';
import { Resend } from 'resend';
import { MINUTE_MS } from '../../shared/platform/time/durations.ts';
import { keepVerified, LINKED_HTML, readTrackedMail } from './support/read-mail.ts';
import { succeed } from './support/succeed.ts';
import { useService } from './support/use-service.ts';

interface Hit {
  machine: string | null;
}

describe('The newest SDK of Resend turns tracking on, and reads what was opened and clicked.', () => {
  const service = useService();
  let resend: Resend;
  let webhookId: string;
  let id: string;
  before(async () => {
    const { domain, token } = service.sender;
    resend = new Resend(token, { baseUrl: service.app.url });
    await succeed(resend.domains.update({ id: domain.id, openTracking: true, clickTracking: true }));
    await keepVerified(service);
    const events = ['email.opened', 'email.clicked'] as const;
    const webhook = { endpoint: 'https://acme.dev/hooks', events: [...events] };
    webhookId = (await succeed(resend.webhooks.create(webhook))).id;
    const sent = await succeed(
      resend.emails.send({
        ...{ from: `ana@${domain.name}`, to: 'bo@customer.dev', subject: 'Hello', html: LINKED_HTML },
      }),
    );
    id = sent.id;
    await readTrackedMail(service, id);
  });

  it('as the last event of an email', async () => {
    expect(await succeed(resend.emails.get(id))).to.include({ last_event: 'clicked', html: LINKED_HTML });
  });

  it('as events of webhooks, with the machine that has made them', async () => {
    const { data } = await succeed(resend.webhooks.events.list({ webhookId }));
    const hits = new Map<string, object>();
    for (const { id: eventId } of data) {
      const { payload } = await succeed(resend.webhooks.events.get({ webhookId, eventId }));
      const { type, data: about } = payload as unknown as { type: string; data: Record<string, Hit> };
      expect(about['email_id']).to.equal(id);
      const hit = about['open'] ?? about['click'] ?? expect.fail('The event has no hit.');
      hits.set(`${type} ${hit.machine}`, hit);
    }
    expect([...hits.keys()]).to.have.members([
      'email.opened privacy_proxy',
      'email.opened null',
      'email.clicked null',
    ]);
    expect(hits.get('email.opened privacy_proxy')).to.include({ userAgent: 'Mozilla/5.0' });
    expect(hits.get('email.clicked null')).to.include({ link: 'https://shop.example/sale?a=1&b=2' });
    expect(hits.get('email.clicked null')).to.have.all.keys(
      ...['ipAddress', 'userAgent', 'timestamp', 'link', 'machine'],
    );
  });

  it('as metrics, of people alone', async () => {
    const { totals } = await succeed(
      resend.emails.metrics({
        metrics: ['opened', 'unique_opened', 'clicked', 'unique_clicked'],
        dimensions: ['email'],
        emailId: [id],
        endDate: new Date(Date.now() + 2 * MINUTE_MS).toISOString(),
      }),
    );
    expect(totals).to.deep.equal({ opened: 1, unique_opened: 1, clicked: 1, unique_clicked: 1 });
  });
});
