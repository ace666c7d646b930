// A webhook whose endpoint fails, from its row on the overview to the last of its events, with real processes and an
// endpoint that is a real server: why it fails, that it is mended, what it missed brought back, enabled again.
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { freePort } from '../../../dev/processes/ports.ts';
import { createMessage } from '../../api/webhooks/owner.ts';
import { flowEnvironment, type Supervised, supervise } from '../../flows/support/supervised.ts';
import { useApp } from '../../support/api/app.ts';
import { TEST_SECRET_KEY } from '../../support/factories/dkim-key.ts';
import { createApiKey, createDomain, createEmail, createWebhook } from '../../support/factories/factories.ts';
import { signIn } from '../../support/factories/people-factories.ts';
import {
  answerWith,
  startWebhookReceiver,
  type WebhookReceiver,
} from '../../support/net/webhooks-receiver.ts';
import { eventually } from '../../support/time/eventually.ts';
import { useTabs } from './tab.ts';

const SAYS = '{"error":{"message":"relation orders does not exist"}}';
const GONE = 'The endpoint answered 410 Gone twice within an hour.';
/** Attempts before the present one: it waits for half an hour after it, or has failed for good. */
const BEFORE = [2, 2, 9, 9];

describe('A failing webhook in the dashboard', () => {
  let processes: Supervised[] = [];
  let url: string;
  let receiver: WebhookReceiver;
  const app = useApp();
  const { openTab, openOwnTab } = useTabs({
    get url() {
      return url;
    },
  });
  before(async () => {
    receiver = await startWebhookReceiver();
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    const { databaseUrl } = app.deps.config;
    const own = { databaseUrl, smtpUrl: 'smtp://127.0.0.1:9', secretKey: TEST_SECRET_KEY, port };
    const environment = { ...flowEnvironment({ ...own, logLevel: 'warn' }), PUBLIC_URL: url };
    processes = await Promise.all([
      supervise({ command: ['api/main.ts'], environment }),
      supervise({ command: ['workers/main.ts', 'webhook', 'schedule'], environment }),
    ]);
  });
  after(async () => {
    await Promise.all(processes.map((each) => each.stop()));
    await receiver.close();
  });

  /** An account that has all first steps, and events that the endpoint has refused. */
  const fail = async () => {
    receiver.answer = (response) => response.writeHead(500, { 'x-powered-by': 'acme' }).end(SAYS);
    const owner = await signIn(app.pool);
    const { accountId } = owner;
    const hook = await createWebhook(app.pool, accountId, { endpointUrl: receiver.url });
    const create = ({ attempts }: { attempts: number }) =>
      createMessage(app.pool, hook, { state: 'pending', attempts, createdAt: new Date() });
    const made = await Promise.all(BEFORE.map((attempts) => create({ attempts })));
    await eventually('all have failed', async () => {
      const { rows } = await app.pool.query(
        'SELECT FROM webhook_messages WHERE webhook_id = $1 AND attempts IN (3, 10) AND claimed_by IS NULL',
        [hook.id],
      );
      return rows.length === BEFORE.length;
    });
    return { owner, hook, ids: made.map(({ id }) => id).sort() };
  };
  const press = async (page: Page, role: 'button' | 'link', name: string | RegExp) => {
    const control = page.getByRole(role, { name }).first();
    await control.focus();
    await page.keyboard.press('Enter');
  };

  it('leads from its row on the overview to the last of its events: why, mended, tested, recovered', async () => {
    const { owner, hook, ids } = await fail();
    const tab = await openTab({ session: owner });
    const { page } = tab;
    await tab.open('/');
    await page.getByRole('heading', { name: 'Needs attention' }).waitFor();
    await tab.settled();
    await tab.shoot('overview-needs');
    expect(await tab.readShift()).to.be.at.most(0.02);
    await press(page, 'link', /^Webhook .*\/hook failing/);
    await page.getByText(/^Since \d\d:\d\d every request got 500: relation orders does not exist$/).waitFor();
    const attempt = page.getByText(/^Response headers \(/);
    await attempt.click();
    await page.getByText('x-powered-by: acme').waitFor();
    await page.getByText('4 events since then were attempted but not delivered.').waitFor();
    // Another time: the form stays while what is typed is none, and nothing runs before its events are counted.
    const since = page.getByRole('textbox', { name: 'Not delivered since, in words' });
    await since.fill('soon or late');
    await page.getByRole('button', { name: 'Recover events' }).waitFor();
    await since.fill('in the last hour');
    await since.fill('1 hour ago');
    await page.getByText('4 events since then were attempted but not delivered.').waitFor();
    await tab.shoot('webhook-failing');
    expect(await tab.findFaults()).to.deep.equal([]);
    expect(await tab.readShift()).to.be.at.most(0.02);

    await press(page, 'button', 'Send test event');
    await page.getByText('Not delivered', { exact: true }).waitFor();
    receiver.answer = answerWith(200);
    receiver.requests.length = 0;
    await press(page, 'button', 'Send test event');
    await page.getByText('Delivered', { exact: true }).last().waitFor();
    await press(page, 'button', 'Recover 4 events');
    const end = page.getByText('All 4 events were delivered.');
    await end.waitFor();
    const [, ...replayed] = receiver.requests.map(({ headers }) => String(headers['webhook-id']));
    expect(replayed.sort()).to.deep.equal(ids);
    await page.reload();
    await end.waitFor();
    await tab.shoot('webhook-recovered');
    await press(page, 'button', 'Done');
    await page
      .getByText('Since', { exact: false })
      .filter({ hasText: 'every request' })
      .waitFor({ state: 'detached' });
    expect(await page.getByRole('heading', { name: 'Recover' }).count()).to.equal(0);
    await tab.open(`/webhooks/${hook.id}/events`);
    await press(page, 'button', 'Replay events');
    await page.getByRole('button', { name: 'Replay', exact: true }).click();
    await page.getByText('There was nothing left to recover.').waitFor();
    await tab.open(`/webhooks/${hook.id}/events/${ids[0]}`);
    await page.getByText('As curl with its signature').waitFor();
    await tab.shoot('webhook-event');
    expect(await tab.findFaults()).to.deep.equal([]);
    await tab.open('/');
    await tab.settled();
    expect(await page.getByRole('heading', { name: 'Needs attention' }).count()).to.equal(0);
    expect(tab.problems).to.deep.equal([]);
  });

  it('is enabled again after a test, refuses viewers, and is calm when it is deleted while one looks', async () => {
    receiver.answer = answerWith(200);
    const owner = await signIn(app.pool);
    const { accountId } = owner;
    await createApiKey(app.pool, { accountId, name: 'Shop' });
    const { id: domainId } = await createDomain(app.pool, accountId);
    await createEmail(app.pool, accountId, { domainId, status: 'delivered' });
    const hook = await createWebhook(app.pool, accountId, { endpointUrl: receiver.url });
    const tab = await openTab({ session: owner, expected: /404/ });
    const { page } = tab;
    await tab.open('/');
    await page.getByRole('heading', { name: 'Latest emails' }).waitFor();
    await tab.settled();
    const top = () => page.getByRole('heading', { name: 'Latest emails' }).boundingBox();
    const before = await top();
    await app.pool.query("UPDATE webhooks SET status = 'disabled', disabled_reason = $2 WHERE id = $1", [
      hook.id,
      GONE,
    ]);
    const more = page.getByRole('button', { name: '1 more item needs attention' });
    await more.waitFor();
    expect([await top(), await tab.readShift()]).to.deep.equal([before, 0]);
    await more.click();
    await press(page, 'link', /disabled by the service: the endpoint answered 410 Gone/);

    await press(page, 'button', 'Enable webhook');
    await press(page, 'button', 'Send a test first');
    await page.getByText(/^Answered 200 after/).waitFor();
    await tab.shoot('webhook-enable');
    expect(await tab.findFaults()).to.deep.equal([]);
    await press(page, 'button', 'Enable');
    await page.getByText('Webhook enabled.').waitFor();
    await press(page, 'button', 'Disable');
    await page.getByText('The webhook never gets events that occur while it is disabled').waitFor();
    await page.getByRole('button', { name: 'Go back' }).click();

    // Rows lead to other webhooks with the parameters of the URL: a replay of another one is none of this.
    await tab.open(`/webhooks/${hook.id}?replay=${domainId}`);
    await page.waitForURL((at) => !at.search.includes('replay'));
    const viewer = await signIn(app.pool, { accountId, role: 'viewer' });
    const other = await openOwnTab({ session: viewer });
    await other.open(`/webhooks/${hook.id}`);
    for (const name of ['Disable', 'Send test event', 'Delete']) {
      await press(other.page, 'button', name);
      await other.page.getByRole('tooltip', { name: 'Your role is viewer.' }).waitFor();
    }
    expect(other.problems).to.deep.equal([]);
    await other.context.close();

    await app.pool.query('DELETE FROM webhooks WHERE id = $1', [hook.id]);
    await page.getByText('This webhook was deleted').waitFor();
    await tab.shoot('webhook-deleted');
    expect(tab.problems).to.deep.equal([]);
  });

  it('has all event types with an example each, from the page and from the form', async () => {
    const owner = await signIn(app.pool);
    const tab = await openTab({ session: owner, width: 375 });
    const { page } = tab;
    await tab.open('/webhooks');
    await page.getByText('posthorn webhooks listen').waitFor();
    await page.getByRole('button', { name: 'Event types' }).click();
    await page.getByText('email.bounced').click();
    await page.getByText('"diagnosticCode"').waitFor();
    await page.getByText('Reason code. Branch on this field').waitFor();
    await tab.shoot('event-types');
    expect(await tab.findFaults()).to.deep.equal([]);
    await tab.expectNoSidewaysScroll('the list of event types');
    await page.keyboard.press('Escape');
    await tab.open('/webhooks?create=yes');
    await press(page, 'button', 'See what each event means, with examples');
    await page.getByText('The recipient reported an email as spam.').waitFor();
    expect(tab.problems).to.deep.equal([]);
  });
});
