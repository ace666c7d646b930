// A suspended account in the dashboard: every page says so at its top, at once and without a reload; what is refused says why.
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { useApp } from '../../support/api/app.ts';
import { createDomain, createEmail } from '../../support/factories/factories.ts';
import { signIn } from '../../support/factories/people-factories.ts';
import { resume, suspend } from '../../support/factories/suspension-factories.ts';
import { inspect } from './inspect.ts';
import { type Tab, useTabs } from './tab.ts';

const REASON = 'Three people say that they never signed up. Write to abuse@posthorn.example.';

describe('The dashboard of a suspended account', function () {
  this.timeout(120_000);
  const app = useApp();
  const { openTab } = useTabs(app);

  /** An account with a domain and an email, and what an operator does to it. */
  const begin = async () => {
    const session = await signIn(app.pool, { now: app.clock.now() });
    const { accountId } = session;
    const { id: domainId } = await createDomain(app.pool, accountId, { name: 'acme.dev' });
    await createEmail(app.pool, accountId, { domainId, subject: 'Order 1 confirmed' });
    const tab = await openTab({ session, expected: /status of 403|Failed to (load|fetch)/ });
    return {
      tab,
      suspend: () => suspend(app.pool, accountId, { reason: REASON }),
      resume: () => resume(app.pool, accountId),
    };
  };
  const barOf = (page: Page) => page.getByRole('status').filter({ hasText: 'This account is suspended' });
  const goTo = async ({ page }: Tab, keys: string, heading: string) => {
    for (const key of keys) await page.keyboard.press(key);
    await page.getByRole('heading', { level: 1, name: heading }).waitFor();
  };

  it('says so on the open page and on each further one, keeps what was typed, and stops when it is resumed', async () => {
    const { tab, suspend, resume } = await begin();
    const { page } = tab;
    await tab.open('/emails?compose=yes');
    const subject = page.getByRole('dialog').getByRole('textbox', { name: 'Subject' });
    await subject.fill('Half a subject');
    await suspend();
    const bar = page.getByText('This account is suspended');
    await bar.waitFor();
    expect(await subject.inputValue()).to.equal('Half a subject');
    await page.keyboard.press('Escape');
    await barOf(page).getByText(REASON).waitFor();
    await goTo(tab, 'gs', 'Suppressions');
    await barOf(page).waitFor();
    await goTo(tab, 'g,', 'Settings');
    await barOf(page).waitFor();
    await resume();
    await bar.waitFor({ state: 'detached' });
    expect(tab.problems).to.deep.equal([]);
  });

  it('says in words why a send, a contact and a setting are refused, and takes them once it is resumed', async () => {
    const { tab, suspend, resume } = await begin();
    const { page } = tab;
    await suspend();
    const refused = page.getByRole('alert').filter({ hasText: `The operator says: “${REASON}”` });
    await tab.open('/emails?compose=yes');
    const compose = page.getByRole('dialog');
    await compose.getByRole('textbox', { name: 'To' }).fill('bo@customer.dev');
    await compose.getByRole('textbox', { name: 'Subject' }).fill('Hello');
    await compose.getByRole('textbox', { name: 'Text' }).fill('Hello');
    await compose.getByRole('button', { name: 'Send', exact: true }).click();
    await refused.getByText('reputation_paused').waitFor();
    await tab.open('/contacts?create=yes');
    await page.getByRole('dialog').getByRole('textbox', { name: 'Address' }).fill('bo@customer.dev');
    await page.keyboard.press('Enter');
    await refused.getByText('validation_error').waitFor();
    await tab.open('/settings');
    const name = page.getByRole('textbox', { name: 'Account name' });
    await name.fill('Acme 2');
    await page.keyboard.press('Enter');
    await refused.getByText('validation_error').waitFor();
    await tab.shoot('suspended-refusal');
    await resume();
    await barOf(page).waitFor({ state: 'detached' });
    await name.press('Enter');
    await page.getByText('Account name saved.').waitFor();
    expect(tab.problems).to.deep.equal([]);
  });

  it('is shown without the bar while its code does not come, and with it on the next page', async () => {
    const { tab, suspend } = await begin();
    const { page } = tab;
    await suspend();
    await page.route(/\/suspension-bar-/, (route) => route.abort());
    await tab.open('/emails');
    await page.getByRole('link', { name: 'Order 1 confirmed' }).waitFor();
    expect(await barOf(page).count()).to.equal(0);
    await page.unrouteAll();
    await goTo(tab, 'gs', 'Suppressions');
    await barOf(page).waitFor();
    expect(tab.problems).to.deep.equal([]);
  });

  it('has its bar without faults on each kind of page, and nothing moves when it is loaded', async () => {
    const { tab, suspend } = await begin();
    await suspend();
    for (const path of ['/emails', '/settings', '/'])
      await inspect(tab, { name: `suspended-${path.slice(1)}`, path });
  });
});
