// Events in the dashboard: one is sent, its run and the mail of the run are one press further each, one that starts nothing
// says why, one of a program arrives while one looks, and a schema shows which events it would have refused.
import { expect } from 'chai';
import type { Pool } from 'pg';
import type { Page } from 'playwright-core';
import { createRunner, mailOf, pauseStep, type Runner } from '../../api/automations/runs/runner.ts';
import { useApp } from '../../support/api/app.ts';
import { createMember, createSession, signIn } from '../../support/factories/people-factories.ts';
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
    const { id: template } = await createTemplate(app.pool, accountId, { from: `shop@${runner.domain.name}` });
    const mails = { name: 'Thank the buyer', trigger: 'order.paid' };
    await runner.automation([mailOf(template), pauseStep('later')], mails);
    const { personId } = await createMember(app.pool, { accountId, role });
    const session = await createSession(app.pool, { personId, accountId, now: app.clock.now() });
    return { runner, tab: await openTab({ session, expected: /status of (422|429)/ }) };
  };

  it('lead by keyboard from an event that is sent to its run and to the mail, each one press from the one before', async () => {
    const { runner, tab } = await open();
    const { page } = tab;
    await tab.open('/');
    await tab.settled();
    await page.keyboard.press('g');
    await page.keyboard.press('v');
    await page.getByText('No events yet').waitFor();
    expect(await page.getByText(/curl -X POST .*\/events\/send/).count(), 'the curl of a first event').to.equal(1);
    await tab.shoot('events-empty');

    await tabTo(page, 'Send one');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Send an event' }).waitFor();
    await tabTo(page, 'Contact');
    await page.keyboard.type('new@customer.dev');
    await page.keyboard.press('Tab');
    await page.getByText(/This address is no contact yet: it becomes one/).waitFor();
    await tabTo(page, 'Event');
    await page.keyboard.type('order.paid');
    await tabTo(page, 'Payload');
    await page.keyboard.type('{"order": 1042,\n"total": }');
    await page.keyboard.press('Control+Enter');
    await tabTo(page, 'Send the event');
    await page.keyboard.press('Enter');
    await page.getByText('Line 2, column 10: A value is missing.').waitFor();
    await tab.shoot('events-send-fault');
    await page.keyboard.press('Backspace');
    await page.keyboard.type(' 59.9}');
    await tabTo(page, 'Send the event');
    await page.keyboard.press('Enter');
    await page.getByText('It has started 1 run. Its address is a new contact.').waitFor();
    await tab.shoot('events-sent');

    await moveRuns(app.pool, runner);
    await focusIs(page, 'Open the run');
    await page.keyboard.press('Enter');
    await page.getByText(/^Waits until .+ \(in \d+ h\)\.$/).waitFor();
    await page.getByText('Sent an email to new@customer.dev').waitFor();
    await tab.shoot('events-run');
    await tabTo(page, 'Open the email');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Hello friend' }).waitFor();
    expect(tab.problems).to.deep.equal([]);
  });
});

/** Moves the runs that events have started, as a worker does. */
async function moveRuns(pool: Pool, runner: Runner): Promise<void> {
  const { rows } = await pool.query('SELECT id FROM automation_runs WHERE account_id = $1', [runner.accountId]);
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
