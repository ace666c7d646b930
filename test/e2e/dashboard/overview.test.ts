// The overview and the page of work: what their numbers say, and for whom they are.
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { HOUR_MS, MINUTE_MS } from '../../../shared/platform/time/durations.ts';
import { tripProviderSwitch } from '../../../shared/resources/foundation/providers/switch.ts';
import { useApp } from '../../support/api/app.ts';
import {
  createApiKey,
  createDomain,
  createEmail,
  createWebhook,
  createWebhookMessages,
} from '../../support/factories/factories.ts';
import { signIn } from '../../support/factories/people-factories.ts';
import { createProvider } from '../../support/factories/provider-factories.ts';
import { useTabs } from './tab.ts';

const BAR_MAX_PX = 32;

describe('The overview', () => {
  const app = useApp();
  const { openTab } = useTabs(app);
  const openAccount = async () => {
    const session = await signIn(app.pool, { now: app.clock.now() });
    const { id: domainId } = await createDomain(app.pool, session.accountId);
    await createEmail(app.pool, session.accountId, { domainId, status: 'delivered' });
    /** What was counted at a time. */
    const count = (at: Date, counts: Record<string, number>) =>
      app.pool.query(
        `INSERT INTO email_metrics (account_id, starts_at, domain_id, metric, slot, count)
         SELECT $1, date_bin('15 minutes', $2::timestamptz, 'epoch'), $3, metric, 0, count::integer
         FROM jsonb_each_text($4) AS counted (metric, count)`,
        [session.accountId, at, domainId, counts],
      );
    return { session, count };
  };

  it('says of what its rates are, names what failed, and has as many bars as days, also when one has numbers', async () => {
    const { session, count } = await openAccount();
    const now = app.clock.now();
    await count(now, { sent: 2975, delivered: 2975, bounced: 100, failed: 60, complained: 2 });
    const { page, open, problems } = await openTab({ session });
    await open('/');
    const says = (name: string) => page.getByRole('link', { name: new RegExp(`^${name}`) }).textContent();
    expect(await says('Delivered')).to.match(/2,97594\.89% of 3,135 tried/);
    expect(await says('Failed')).to.match(/601\.91% of 3,135 tried/);
    expect(await says('Complained')).to.match(/20\.06% of 2,975 delivered$/);
    await page.getByRole('figure', { name: 'Delivery results by day' }).waitFor();
    expect(await namesIn(page, 'scale')).to.deep.equal(['0', '1,000', '2,000', '3,000', '4,000']);
    expect(await namesIn(page, 'axis')).to.have.length(7);
    expect(await widestBar(page)).to.be.within(20, BAR_MAX_PX);
    expect(problems).to.deep.equal([]);
  });

  it('shows the first steps until all are done, and nothing of them then, not even while it is loaded', async () => {
    const { session } = await openAccount();
    const tab = await openTab({ session });
    const { page, open } = tab;
    await createApiKey(app.pool, { accountId: session.accountId, name: 'Shop' });
    const steps = page.getByText('Create an API key');
    await open('/');
    await steps.first().waitFor();
    await createWebhook(app.pool, session.accountId);
    await page.getByRole('heading', { name: 'Everything is set up' }).waitFor();
    // The last answer that the list follows from comes late: there is no list before it, and none after it.
    let answer = () => {};
    const isAsked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(/\/webhooks\?/, async (route) => {
      await isAsked;
      await route.continue();
    });
    await open('/');
    expect(await steps.count()).to.equal(0);
    answer();
    await page.getByRole('heading', { name: 'Latest emails' }).waitFor();
    await tab.settled();
    expect(await steps.count()).to.equal(0);
    expect(await tab.readShift()).to.be.at.most(0.02);
    expect(tab.problems).to.deep.equal([]);
  });
});

/** What is written at the bars. */
function namesIn(page: Page, part: 'scale' | 'axis'): Promise<string[]> {
  return page.locator(`figure [class*=${part}] > span > span`).allInnerTexts();
}

async function widestBar(page: Page): Promise<number> {
  return await page.evaluate<number>(
    'Math.max(...[...document.querySelectorAll("figure [class*=part]")].map((part) => part.getBoundingClientRect().width))',
  );
}

describe('The page of work', () => {
  const app = useApp();
  const { openTab } = useTabs(app);

  it('is for the people who run the service, says what needs them, and is silent about the rest', async () => {
    const operator = await signIn(app.pool, { now: app.clock.now() });
    const tab = await openTab({ session: operator });
    const { page } = tab;
    const need = page.getByRole('link', { name: /^Work:/ });
    await tab.open('/');
    await tab.settled();
    expect(await need.count()).to.equal(0);
    // The rail shows it once it is known whom it is for.
    await page.getByRole('link', { name: 'Work', exact: true }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('x');
    await page.getByText('21 kinds of work have nothing to do').waitFor();

    await createEmail(app.pool, operator.accountId);
    // The page counts from the clock of the browser.
    const late = new Date(Date.now() - 2 * HOUR_MS - 5 * MINUTE_MS);
    await app.pool.query('UPDATE email_recipients SET next_attempt_at = $1, woken_at = NULL', [late]);
    const row = page.getByRole('listitem').filter({ hasText: 'Emails to send' });
    await row.getByText('1 stuck, 1 ready (the oldest for 2 h 5 min)').waitFor();
    await row.getByText('No worker of the group send is running.').waitFor();
    await page.getByText('20 other kinds of work have nothing to do').waitFor();
    await tab.shoot('work-stuck');
    // Not from what was read before the account had sent anything.
    await tab.load('/');
    await need.getByText('Work: 1 stuck').waitFor();
    await tab.settled();
    expect(await tab.readShift()).to.be.at.most(0.02);
    await need.click();
    await page.getByRole('heading', { level: 1, name: 'Work' }).waitFor();
    // A webhook that fails is a row of the overview: the line does not count its events again.
    const webhook = await createWebhook(app.pool, operator.accountId);
    await createWebhookMessages(app.pool, webhook, 3, { at: late });
    await app.pool.query("UPDATE webhooks SET status = 'disabled', disabled_reason = 'It failed.'");
    await page.getByText('Work: 1 stuck, 3 held back').waitFor();
    await tab.load('/');
    await page.getByText('disabled by the service').waitFor();
    expect(await need.textContent()).to.equal('Work: 1 stuck');
    await tab.open('/work');
    // The page has the path of its rows.
    await page.reload();
    await row.waitFor();
    expect(tab.problems).to.deep.equal([]);
  });

  it('is not there for a member of another account, nor for a viewer', async () => {
    const operator = await signIn(app.pool, { now: app.clock.now() });
    const viewer = await signIn(app.pool, {
      accountId: operator.accountId,
      role: 'viewer',
      now: app.clock.now(),
    });
    const stranger = await signIn(app.pool, { now: app.clock.now() });
    for (const session of [viewer, stranger]) {
      const tab = await openTab({ session });
      await tab.open('/work');
      await tab.page.getByText('This page is for the people who run the service').waitFor();
      await tab.open('/');
      await tab.settled();
      expect(await tab.page.getByRole('link', { name: /^Work/ }).count()).to.equal(0);
      expect(tab.problems).to.deep.equal([]);
    }
  });
});

describe('The mailbox providers on the page of work', () => {
  const app = useApp();
  const { openTab } = useTabs(app);

  it('are named while they rest: from which address, until when and why', async () => {
    const operator = await signIn(app.pool, { now: app.clock.now() });
    const tab = await openTab({ session: operator });
    const resting = tab.page.getByRole('list', { name: 'Paused mailbox providers' }).getByRole('listitem');
    await tab.open('/work');
    await tab.settled();
    expect(await resting.count()).to.equal(0);
    await app.pool.query(
      `INSERT INTO destinations (provider, source, "window", rests_until, rested_at, reason, reply, updated_at)
       VALUES ('microsoft', '192.0.2.1', 1, $1, now(), 'blocked', $2, now()),
              ('google', '', 1, $1, now(), 'asked', '421 4.7.28 Our system has detected an unusual rate.', now())`,
      [
        new Date(app.clock.now().getTime() + 4 * HOUR_MS),
        `550 5.7.606 <b>Access denied</b> ${'x'.repeat(900)}`,
      ],
    );
    const blocked = resting.filter({ hasText: 'Mail to microsoft' });
    const asked = resting.filter({ hasText: 'google' });
    await blocked.getByText('from 192.0.2.1').waitFor();
    await blocked.getByText('It blocks our address: 550 5.7.606 <b>Access denied</b>').waitFor();
    await asked.getByText('It asks for less mail: 421 4.7.28').waitFor();
    await asked.getByText(/^Until /).waitFor();
    await tab.shoot('work-rests');
    await app.pool.query('TRUNCATE destinations');
    await resting.first().waitFor({ state: 'detached' });
    expect(tab.problems).to.deep.equal([]);
  });
});

describe('The providers in the dashboard', () => {
  const app = useApp();
  const { openTab } = useTabs(app);
  const setProvider = (name: string, set: string) =>
    app.pool.query(`UPDATE providers SET ${set} WHERE name = $1`, [name]);

  it('are on the page of work once there are several, or one takes no mail: first what is wrong, and why', async () => {
    const tab = await openTab({ session: await signIn(app.pool, { now: app.clock.now() }) });
    const providers = tab.page.getByRole('list', { name: 'Providers' }).getByRole('listitem');
    await tab.open('/work');
    await tab.page.getByText(/kinds of work have nothing to do/).waitFor();
    expect(await providers.count()).to.equal(0);
    await tripProviderSwitch(app.pool, `535 <b>Authentication failed</b> ${'x'.repeat(900)}`);
    await providers.first().getByText('refuses us').waitFor();
    await createProvider(app.pool, 'newsletters', { kind: 'mailgun' });
    await createProvider(app.pool, 'receipts', { kind: 'ses' });
    await setProvider('newsletters', "paused_at = now(), pause_reason = 'We move.'");
    await setProvider('receipts', 'last_feedback_at = now()');
    await providers.nth(2).waitFor();
    const bad = providers.nth(0);
    const idle = providers.nth(1);
    const good = providers.nth(2);
    await bad.getByRole('heading', { name: 'Provider default' }).waitFor();
    await bad.getByText('It refuses our login or settings: 535 <b>Authentication failed</b>').waitFor();
    await idle.getByText('By operators: We move.').waitFor();
    await good.getByText('Amazon SES').waitFor();
    await good.getByText(/^Last feedback /).waitFor();
    await tab.shoot('work-providers');
    await tab.page.setViewportSize({ width: 390, height: 800 });
    await tab.shoot('work-providers-narrow');
    expect(tab.problems).to.deep.equal([]);
  });

  it('are named on the page of a mail, for everybody who may read it', async () => {
    const owner = await signIn(app.pool, { now: app.clock.now() });
    const { accountId } = owner;
    const session = await signIn(app.pool, { accountId, role: 'viewer', now: app.clock.now() });
    const { id } = await createEmail(app.pool, accountId, { status: 'delivered' });
    await app.pool.query(
      "UPDATE email_recipients SET provider = 'receipts', attempts = 1 WHERE email_id = $1",
      [id],
    );
    const tab = await openTab({ session });
    await tab.open(`/emails/${id}`);
    await tab.page.getByRole('button', { name: 'Timeline' }).click();
    await tab.page.getByText('1 attempt, by the provider receipts').waitFor();
    await tab.page.getByRole('button', { name: 'More details' }).click();
    await tab.page.getByText('receipts', { exact: true }).waitFor();
    await tab.shoot('email-provider');
    expect(tab.problems).to.deep.equal([]);
  });
});
