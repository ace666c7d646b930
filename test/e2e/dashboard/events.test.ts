// Events in the dashboard: one is sent, its run and the mail of the run are one press further each, one that starts nothing
// says why, one of a program arrives while one looks, and a schema shows which events it would have refused.
import { expect } from 'chai';
import type { Pool } from 'pg';
import type { Page, Route } from 'playwright-core';
import { createRunner, mailOf, pauseStep, type Runner } from '../../api/automations/runs/runner.ts';
import { useApp } from '../../support/api/app.ts';
import { createDomain } from '../../support/factories/factories.ts';
import { signIn } from '../../support/factories/people-factories.ts';
import { createTemplate } from '../../support/factories/template-factories.ts';
import { eventually } from '../../support/time/eventually.ts';
import { inspect } from './inspect.ts';
import { useTabs } from './tab.ts';

const TABS_MAX = 60;
/** As long as other pages take to show what has changed. */
const LIVE_MS = 10_000;
const MARKUP = '<img src=x onerror="document.title=1">';
/** Nearly 64 KiB, and 100 levels. */
const LARGE = { note: MARKUP.repeat(1_600) };
const DEEP = JSON.parse(`${'{"a":'.repeat(98)}1${'}'.repeat(98)}`) as object;

describe('Events in the dashboard', () => {
  const app = useApp();
  const { openTab } = useTabs(app);

  /** An account whose automation sends a mail at `order.paid` and then pauses, and a tab of a member. */
  const open = async (role: 'owner' | 'viewer' = 'owner') => {
    const runner = await createRunner(app);
    const { accountId } = runner;
    const { id: template } = await createTemplate(app.pool, accountId, {
      from: `shop@${runner.domain.name}`,
    });
    const mails = { name: 'Thank the buyer', trigger: 'order.paid' };
    await runner.automation([mailOf(template), pauseStep('later')], mails);
    const session = await signIn(app.pool, { accountId, role, now: app.clock.now() });
    return { runner, tab: await openTab({ session, expected: /status of (?:409|422)|ERR_FAILED/ }) };
  };

  it('lead by keyboard from an event that is sent to its run and to the mail, each one press from the one before', async () => {
    const { runner, tab } = await open();
    const { page } = tab;
    await tab.open('/');
    await tab.settled();
    await page.keyboard.press('g');
    await page.keyboard.press('v');
    await page.getByText('No events yet').waitFor();
    expect(
      await page.getByText(/curl -X POST .*\/events\/send/).count(),
      'the curl of a first event',
    ).to.equal(1);
    await tab.shoot('events-empty');

    // Back closes the dialog and stays on the page; what Esc has closed is not opened by a Back.
    const dialog = page.getByRole('dialog', { name: 'Send event' });
    for (const close of [() => page.goBack(), () => page.keyboard.press('Escape')]) {
      await tabTo(page, 'Send event');
      await page.keyboard.press('Enter');
      await focusIs(page, 'Contact');
      await close();
      await dialog.waitFor({ state: 'detached' });
      await page.waitForURL(/\/app\/events$/);
    }
    await page.goBack();
    await page.waitForURL(/\/app\/?$/);
    await page.goForward();
    await page.getByText('No events yet').waitFor();
    await tabTo(page, 'Send event');
    await page.keyboard.press('Enter');
    await dialog.waitFor();
    await focusIs(page, 'Contact');
    await page.keyboard.type('new@customer.dev');
    await page.getByText('New contact: “new@customer.dev”').waitFor();
    await page.keyboard.press('Tab');
    await page.getByText(/This address is not a contact yet/).waitFor();
    await tabTo(page, 'Event');
    await page.keyboard.type('order.paid');
    await tabTo(page, 'Payload');
    await page.keyboard.type('{"order": 1042,\n"total": }');
    await tabTo(page, 'Send event');
    await page.keyboard.press('Enter');
    await page.getByText('Line 2, column 10: A value is missing.').waitFor();
    await tab.shoot('events-send-fault');
    await page.keyboard.press('Backspace');
    await page.keyboard.type(' 59.9}');
    // The event is taken, and its answer is lost.
    const loseAnswer = async (route: Route) => {
      await route.fetch();
      await route.abort();
    };
    await page.route('**/events/send', loseAnswer, { times: 1 });
    await submit(page, 'Send event');
    await page.getByText('Trying again never sends it twice.').waitFor();
    // A repetition is refused while the first request runs: that says nothing of what becomes of the first.
    const refuse = (route: Route) =>
      route.fulfill({
        status: 409,
        json: { name: 'concurrent_idempotent_requests', message: 'Still running.' },
      });
    await page.route('**/events/send', refuse, { times: 1 });
    await submit(page, 'Send event');
    await page.getByText('Still running.').waitFor();
    await submit(page, 'Send event');
    await page.getByText('This event started 1 run. Its contact was created.').waitFor();
    await tab.shoot('events-sent');

    const { rows } = await app.pool.query('SELECT FROM received_events WHERE account_id = $1', [
      runner.accountId,
    ]);
    expect(rows, 'taken once').to.have.length(1);
    await moveRuns(app.pool, runner);
    await focusIs(page, 'Open the run');
    await page.keyboard.press('Enter');
    await page.getByText(/^Waiting until .+ \(in \d+ h\)\.$/).waitFor();
    await page.getByText('Sent an email to new@customer.dev').waitFor();
    await tab.shoot('events-run');
    await tabTo(page, 'Open email');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Hello friend' }).waitFor();
    expect(tab.problems).to.deep.equal([]);
  });

  it('arrive while one looks, say why they have started nothing, and show any payload as text', async () => {
    const { runner, tab } = await open();
    const { page } = tab;
    const { name: domain } = runner.domain;
    const send = async (event: string, payload?: object) => {
      const about = { event, domain, contact_id: runner.contactId, payload };
      await runner.api.post('/events/send').send(about).expect(202);
    };
    await send('first');
    await tab.open('/events');
    const row = (name: string) => page.getByRole('row').filter({ hasText: name });
    await row('first').waitFor();
    await runner.automation([pauseStep('later')], { trigger: 'order.refunded', status: 'disabled' });
    await send('order.refunded', DEEP);
    await row('order.refunded').waitFor({ timeout: LIVE_MS });
    await row('order.refunded').getByText('None: the automation is disabled').waitFor();
    await page.setViewportSize({ width: 375, height: 812 });
    const first = await row('order.refunded').boundingBox();
    expect(first?.y, 'first row on a phone').to.be.at.most(180);
    expect(first?.height).to.be.within(50, 64);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByText('No run: it was off when the event arrived.').waitFor();
    await tab.settled();
    expect(await page.getByRole('figure', { name: 'Payload' }).textContent()).to.include('"a": 1');
    await tab.expectNoSidewaysScroll('100 levels');

    await send(MARKUP, LARGE);
    await row(MARKUP).waitFor({ timeout: LIVE_MS });
    await page.keyboard.press('Escape');
    await page.getByRole('searchbox', { name: 'Address or id of the contact' }).fill('nobody@customer.dev');
    await page.getByText('No results').waitFor();
    await page.getByRole('searchbox', { name: 'Address or id of the contact' }).fill(runner.contactId);
    await row(MARKUP).getByRole('link').click();
    await page
      .getByText(`no automation of ${domain} was triggered by it, and no run was waiting for it`)
      .waitFor();
    await inspect(tab, { name: 'event-large', path: new URL(page.url()).pathname.replace('/app', '') });
    const payload = page.getByRole('figure', { name: 'Payload' });
    expect((await payload.boundingBox())?.height, 'bounded').to.be.below(700);
    expect(await page.locator('article img').count(), 'markup is text').to.equal(0);
    expect(tab.problems).to.deep.equal([]);
  });

  it('are defined by keyboard, and a schema shows which of the last events it would have refused', async () => {
    const { runner, tab } = await open();
    const { page } = tab;
    for (const plan of ['pro', 'free', 3]) {
      const about = { event: 'signed up', contact_id: runner.contactId, payload: { plan } };
      await runner.api.post('/events/send').send(about).expect(202);
    }
    const { name: other } = await createDomain(app.pool, runner.accountId, { status: 'pending' });
    await tab.open('/events');
    await tab.settled();
    await tabTo(page, 'Definitions');
    await page.keyboard.press('Enter');
    await page.getByText('No definitions yet').waitFor();
    await tabTo(page, 'Define event');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Define an event' });
    await focusIs(page, 'Name');
    await page.keyboard.type('service:x');
    await submit(page, 'Define event');
    await dialog.getByText('must not be contact.created or begin with service:').waitFor();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('signed up');
    await tabTo(page, 'Name of field 1');
    await page.keyboard.type('plan');
    await dialog.getByText('1 of the last 3 events of this name would be refused').waitFor();
    await dialog.getByText('plan is 3, which is not a string').waitFor();
    await tabTo(page, 'Add a field');
    await page.keyboard.press('Enter');
    await focusIs(page, 'Name of field 2');
    await page.keyboard.type('plan');
    await submit(page, 'Define event');
    await dialog.getByText('Another field has this name.').waitFor();
    await tab.shoot('events-define');
    await tabTo(page, 'Remove field 2');
    await page.keyboard.press('Enter');
    await focusIs(page, 'Name of field 1');
    await submit(page, 'Define anyway');
    await page.getByRole('heading', { name: 'signed up' }).waitFor();
    await tab.shoot('events-definition');

    // One is sent from the definition: its fields are filled in, and what breaks them is said at the payload.
    await tabTo(page, 'Send event');
    await page.keyboard.press('Enter');
    const payload = page.getByRole('textbox', { name: 'Payload' });
    await eventually('the sample', async () => (await payload.inputValue()) === '{\n  "plan": "text"\n}');
    const domain = page.getByRole('combobox', { name: 'Domain' });
    expect(await domain.inputValue(), 'the default domain').to.equal(runner.domain.name);
    await tabTo(page, 'Contact');
    await page.keyboard.type('bo@customer.dev');
    await tabTo(page, 'Domain');
    await domain.fill(other);
    await page.getByRole('option', { name: other }).click();
    await tabTo(page, 'Payload');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('{"plan": 7}');
    await submit(page, 'Send event');
    await page.getByText('payload.plan must be a string').waitFor();
    await focusIs(page, 'Payload');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('{"plan": "pro"}');
    await submit(page, 'Send event');
    await page.getByText(`No enabled automation of ${other} has this trigger`).waitFor();
    await focusIs(page, 'Open event');
    await page.keyboard.press('Enter');
    await page.getByText('This event started nothing').waitFor();
    expect(tab.problems).to.deep.equal([]);
  });

  it('are only looked at by a viewer', async () => {
    const { runner, tab } = await open('viewer');
    const about = { event: 'order.paid', contact_id: runner.contactId };
    await runner.api.post('/events/send').send(about).expect(202);
    await inspect(tab, { name: 'viewer-events', path: '/events' });
    const isRefused = (name: string) =>
      tab.page.getByRole('button', { name }).first().getAttribute('aria-disabled');
    expect(await isRefused('Send event')).to.equal('true');
    await tab.page.getByRole('row').getByRole('link').first().click();
    await tab.page.getByRole('link', { name: 'Open the run' }).waitFor();
    await tab.open('/events/definitions');
    expect(await isRefused('Define event')).to.equal('true');
  });
});

async function submit(page: Page, name: string): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press('Enter');
}

/** Moves the runs that events have started, as a worker does. */
async function moveRuns(pool: Pool, runner: Runner): Promise<void> {
  const { rows } = await pool.query('SELECT id FROM automation_runs WHERE account_id = $1', [
    runner.accountId,
  ]);
  await runner.advance(...rows.map(({ id }: { id: string }) => id));
}

async function tabTo(page: Page, name: string): Promise<void> {
  const seen: string[] = [];
  for (let tabs = 0; tabs < TABS_MAX; tabs += 1) {
    const focused = await nameOfFocused(page);
    if (focused.startsWith(name)) return;
    seen.push(focused);
    await page.keyboard.press('Tab');
  }
  expect.fail(`Nothing with the name "${name}" has the focus after: ${seen.join(', ')}`);
}

/** Without a key. */
async function focusIs(page: Page, name: string): Promise<void> {
  await eventually(`the focus on ${name}`, async () => (await nameOfFocused(page)).startsWith(name));
}

function nameOfFocused(page: Page): Promise<string> {
  return page.evaluate<string>(`(() => {
    const { activeElement: element, body } = document;
    if (element === body) return '';
    return element?.getAttribute('aria-label') || element?.labels?.[0]?.textContent || element?.textContent || '';
  })()`);
}
