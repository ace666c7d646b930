// What fails looks failed: a webhook whose endpoint answers 500, its events, and requests that were refused. The endpoint
// is a real server, and the requests are made with a real key.
import { expect } from 'chai';
import { webhookWork } from '../../../shared/resources/foundation/webhooks/delivery/work.ts';
import { open as openDeliverWebhooks } from '../../../workers/jobs/deliver-webhooks.ts';
import { jobDepsOf } from '../../api/contact-imports/importer.ts';
import { createSender } from '../../api/emails/sender.ts';
import { useApp } from '../../support/api/app.ts';
import { TEST_SECRET_KEYS } from '../../support/factories/dkim-key.ts';
import { createWebhook, createWebhookMessages } from '../../support/factories/factories.ts';
import { signIn } from '../../support/factories/people-factories.ts';
import {
  answerWith,
  startWebhookReceiver,
  type WebhookReceiver,
} from '../../support/net/webhooks-receiver.ts';
import { eventually } from '../../support/time/eventually.ts';
import { useTabs } from './tab.ts';

describe('What fails in the dashboard', () => {
  const app = useApp();
  const { openTab } = useTabs(app);
  let receiver: WebhookReceiver | undefined;
  after(() => receiver?.close());

  it('is a webhook whose endpoint fails, since when and until when, and its events with their next try', async () => {
    const { pool } = app;
    receiver = await startWebhookReceiver();
    receiver.answer = answerWith(500);
    const session = await signIn(pool, { now: app.clock.now() });
    const { accountId } = session;
    const failing = await createWebhook(pool, accountId, { endpointUrl: receiver.url });
    const disabled = await createWebhook(pool, accountId, { status: 'disabled' });
    await pool.query('UPDATE webhooks SET disabled_reason = $2 WHERE id = $1', [
      disabled.id,
      'Every attempt failed for 5 days.',
    ]);
    const payload = JSON.stringify({ id: 'x', type: 'email.bounced', data: { to: ['bo@customer.dev'] } });
    await createWebhookMessages(pool, failing, 1, { type: 'email.bounced', payload, at: app.clock.now() });
    await deliver(failing.id);
    // Five minutes after the second try.
    app.clock.advance(10_000);
    await deliver(failing.id, 2);

    const { page, open, problems, shoot } = await openTab({ session });
    await open('/webhooks');
    const row = (text: string) => page.getByRole('row').filter({ hasText: text });
    await row(receiver.url)
      .getByText(/^failing( for \d min)?$/i)
      .waitFor();
    await row('disabled').getByText('Every attempt failed for 5 days.').waitFor();
    expect(await page.getByText(/^enabled$/i).count()).to.equal(0);
    await shoot('webhooks-failing');
    await row(receiver.url).getByRole('link').click();
    await page.getByText(/^Since \d\d:\d\d every request got 500/).waitFor();
    await page
      .getByText(
        /2 attempts failed, and none succeeded.* No event has ever been delivered.* disables this webhook on \d+ \w+, \d\d:\d\d/,
      )
      .waitFor();
    await shoot('webhook-failing');
    await page.getByRole('tab', { name: 'Events' }).click();
    await row('bo@customer.dev')
      .getByText(/^failing, next attempt in \d min$/i)
      .waitFor();
    await shoot('webhook-events-failing');
    await row('email.bounced').getByRole('link').click();
    await page
      .getByRole('article')
      .getByText(/^failing, next attempt in \d min$/i)
      .waitFor();
    expect(problems).to.deep.equal([]);
  });

  it('is a request that was refused, with the name of its error in its row and as a filter', async () => {
    const sender = await createSender(app);
    const email = { from: `ana@${sender.domain.name}`, subject: 'Hello', text: 'Hello' };
    await sender.api
      .post('/emails')
      .send({ ...email, to: 'nobody' })
      .expect(422);
    await sender.api.get('/emails/0199d3a0-1111-7222-8333-444455556666').expect(404);
    await sender.api.get('/domains?colour=blue').expect(200);
    const session = await signIn(app.pool, { accountId: sender.accountId, now: app.clock.now() });
    const { page, open, problems, shoot } = await openTab({ session });
    await open('/logs');
    const rows = page.getByRole('row').filter({ has: page.getByRole('link') });
    await rows.nth(2).waitFor();
    await rows.filter({ hasText: 'POST /emails' }).getByText('invalid_to_address').waitFor();
    await rows.filter({ hasText: '/emails/0199' }).getByText('not_found').waitFor();
    await shoot('logs-with-errors');
    await rows.filter({ hasText: '/domains' }).getByRole('link').click();
    await page.getByRole('term').filter({ hasText: 'Ignored parameters' }).waitFor();
    await page.getByRole('definition').filter({ hasText: 'colour' }).waitFor();
    await open('/logs?error_name=invalid_to_address');
    await rows.filter({ hasText: 'POST /emails' }).waitFor();
    expect(await rows.count()).to.equal(1);
    expect(problems).to.deep.equal([]);
  });

  it('is a request of the page that is refused, and the name of its error leads to the page about it', async () => {
    const session = await signIn(app.pool, { now: app.clock.now() });
    const { page, open } = await openTab({ session, expected: /status of 403/ });
    await page.route(/\/emails\?/, (route) =>
      route.fulfill({
        status: 403,
        headers: { 'x-request-id': 'the-request' },
        json: { statusCode: 403, name: 'view_only_member', message: 'Your role does not suffice.' },
      }),
    );
    await open('/emails');
    const name = page.getByRole('alert').getByRole('link', { name: 'view_only_member' });
    expect(await name.getAttribute('href')).to.equal('/docs/errors/view_only_member');
    expect(await name.getAttribute('target')).to.equal('_blank');
  });

  /** Delivers what is due to an endpoint, and waits until it has been tried so often. */
  async function deliver(webhookId: string, attempts = 1): Promise<void> {
    const made = jobDepsOf(app);
    const deps = { ...made, config: { ...made.config, secretKeys: TEST_SECRET_KEYS } };
    const job = openDeliverWebhooks(deps, webhookWork);
    await job.handle({ ids: [webhookId] }, deps);
    await eventually(`there were ${attempts} attempts`, async () => {
      const { rowCount } = await app.pool.query(
        "SELECT FROM webhook_messages WHERE webhook_id = $1 AND attempts = $2 AND state = 'pending'",
        [webhookId, attempts],
      );
      return rowCount === 1;
    });
    await job.drain?.();
  }
});
