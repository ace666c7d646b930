// Opens and clicks as the clients of Resend see them: tracking is switched on by its SDK, a real message is opened and
// clicked as a mail client does it, and the SDK reads what became of it.
import { expect } from 'chai';
import { Resend } from 'resend';
import { hitWork } from '../../shared/resources/messaging/tracking/hits/work.ts';
import { createDomain } from '../support/factories/factories.ts';
import { BROWSER } from '../support/factories/tracking-factories.ts';
import { createTestClock } from '../support/time/clock.ts';
import { eventually } from '../support/time/eventually.ts';
import { runJob } from '../support/work/run-job.ts';
import { closeWorkerDeps, createWorkerDeps } from '../support/work/worker.ts';
import { succeed } from './support/succeed.ts';
import { useService } from './support/use-service.ts';

const MINUTE_MS = 60_000;
const LINK = 'https://shop.example/sale?id=7&utm_source=mail#top';

describe("Resend's SDK switches tracking on, and reads opens and clicks in events, metrics and webhooks.", () => {
  const service = useService();
  let resend: Resend;
  let emailId: string;
  let webhookId: string;

  before(async () => {
    const { app, sender } = service;
    resend = new Resend(sender.token, { baseUrl: app.url });
    // A change of a domain without an operator who vouches for it would wait for its DNS records.
    const domain = await createDomain(app.pool, sender.accountId, { isVouched: true });
    await succeed(resend.domains.update({ id: domain.id, openTracking: true, clickTracking: true }));
    const webhook = await succeed(
      resend.webhooks.create({
        endpoint: 'https://acme.dev/hooks',
        events: ['email.opened', 'email.clicked'],
      }),
    );
    webhookId = webhook.id;
    const sent = await succeed(
      resend.emails.send({
        from: `ana@${domain.name}`,
        to: 'bo@customer.dev',
        subject: 'Sale',
        html: `<p>Hello, <a href="${LINK.replace('&', '&amp;')}">see the sale</a>.</p>`,
      }),
    );
    emailId = sent.id;
    const { html, text } = await service.whenDelivered(emailId);
    const [pixel, link] = [/<img src="([^"]+)"/, /<a href="([^"]+)"/].map(
      (pattern) => new URL(pattern.exec(String(html))?.[1] ?? expect.fail(`There is none in ${html}.`)),
    );
    expect(text).to.include(LINK).and.not.to.include('/c/');
    // Well after the sending: what comes within two seconds is a machine.
    app.clock.set(new Date(Date.now() + MINUTE_MS));
    await request(pixel, 200);
    app.clock.advance(MINUTE_MS);
    expect((await request(link, 302)).headers.get('location')).to.equal(LINK);
    await judge();
  });

  const request = async (url: URL | undefined, status: number) => {
    const answer = await fetch(service.app.url + (url?.pathname ?? ''), {
      redirect: 'manual',
      headers: { 'user-agent': BROWSER },
    });
    expect(answer.status).to.equal(status);
    return answer;
  };
  const judge = async () => {
    const { app } = service;
    const clock = createTestClock(new Date(app.clock.now().getTime() + MINUTE_MS));
    const hits = await eventually('the hits are written', async () => {
      const { rows } = await app.pool.query<{ id: string }>('SELECT id FROM tracking_hits');
      return rows.length === 2 && rows.map(({ id }) => id);
    });
    await hitWork.table.markDue(app.pool, clock.now(), hits.length);
    const deps = await createWorkerDeps(
      { databaseUrl: app.deps.config.databaseUrl, redisUrl: undefined },
      { clock },
    );
    await runJob(hitWork, hits, deps);
    await closeWorkerDeps(deps);
  };

  it('the last event of the email', async () => {
    const { data } = await resend.emails.get(emailId);
    expect(data).to.include({ last_event: 'clicked' });
  });

  it('metrics', async () => {
    service.app.clock.advance(MINUTE_MS);
    const metrics = ['unique_opened', 'unique_clicked', 'click_rate'] as const;
    const { data } = await resend.emails.metrics({ metrics: [...metrics], dimensions: [] });
    expect(data?.totals).to.deep.equal({ unique_opened: 1, unique_clicked: 1, click_rate: 1 });
  });

  it('events of webhooks', async () => {
    const list = await succeed(resend.webhooks.events.list({ webhookId }));
    expect(list.data.map(({ type }) => type)).to.deep.equal(['email.clicked', 'email.opened']);
    const [clicked] = list.data;
    const event = await succeed(resend.webhooks.events.get({ webhookId, eventId: clicked?.id ?? '' }));
    expect(event.payload).to.have.nested.include({
      type: 'email.clicked',
      'data.email_id': emailId,
      'data.click.link': LINK,
      'data.click.userAgent': BROWSER,
      'data.click.machine': null,
    });
  });
});
