// What goes wrong while the dashboard is open: the session ends, the role changes, the API is away, slow, or lost on the
// way back, and links and mails that are hostile or huge.
import { expect } from 'chai';
import type { Route } from 'playwright-core';
import { createSender } from '../../api/emails/sender.ts';
import { useApp } from '../../support/api/app.ts';
import { extent } from '../../support/extent.ts';
import { createEmail } from '../../support/factories/factories.ts';
import { PASSWORD, signIn } from '../../support/factories/people-factories.ts';
import { showTab, useTabs } from './tab.ts';

const MEGABYTE = 1024 * 1024;
/** Half of it HTML, of which a browser lays out a megabyte in a second. */
const MAIL_MEGABYTES = extent('MAIL_MEGABYTES', 2, 10);

describe('The dashboard when something goes wrong', () => {
  const app = useApp();
  const { openTab } = useTabs(app);

  /** An account that may send, with a tab of one of its members. @param expected console errors */
  const open = async (expected?: RegExp) => {
    const { accountId, domain } = await createSender(app);
    const member = await signIn(app.pool, { accountId, role: 'member', now: app.clock.now() });
    const tab = await openTab({ session: member, ...(expected && { expected }) });
    return { ...tab, accountId, domain, member };
  };
  const suppressed = async (accountId: string) => {
    const { rows } = await app.pool.query('SELECT address FROM suppressions WHERE account_id = $1', [
      accountId,
    ]);
    return rows.map(({ address }) => address);
  };

  it('keeps what was typed when the session ends, and goes on after a sign-in over the page', async () => {
    const { page, open: openPage, accountId, member, problems } = await open(/status of 401/);
    await openPage('/suppressions?create=yes');
    await page.getByRole('textbox', { name: 'Addresses' }).fill('ana@customer.dev');
    // Not before the button is pressed: a read that finds it out opens the dialog over the button.
    const endSession = async (route: Route) => {
      await app.pool.query('DELETE FROM sessions WHERE person_id = $1', [member.personId]);
      await route.fallback();
    };
    await page.route('**/suppressions/batch/add', endSession, { times: 1 });
    await page.getByRole('button', { name: 'Suppress', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await page.getByRole('textbox', { name: 'Addresses' }).inputValue()).to.equal('ana@customer.dev');
    await page.getByRole('button', { name: 'Suppress', exact: true }).click();
    await page.getByText('The address is now suppressed').waitFor();
    expect(await suppressed(accountId)).to.deep.equal(['ana@customer.dev']);
    expect(problems).to.deep.equal([]);
  });

  it('shows what a role may not do any more as soon as the API says so', async () => {
    const { page, open: openPage, accountId, member, problems } = await open(/status of 403/);
    await openPage('/suppressions?create=yes');
    await page.getByRole('textbox', { name: 'Addresses' }).fill('ana@customer.dev');
    // Not before the button is pressed: a page that hears of it has no button any more.
    const demote = async (route: Route) => {
      await app.pool.query("UPDATE members SET role = 'viewer' WHERE id = $1", [member.memberId]);
      await route.fallback();
    };
    await page.route('**/suppressions/batch/add', demote, { times: 1 });
    await page.getByRole('button', { name: 'Suppress', exact: true }).click();
    await page.locator('button[aria-disabled=true]:not([aria-busy])', { hasText: 'Suppress' }).waitFor();
    expect(await page.getByRole('textbox', { name: 'Addresses' }).inputValue()).to.equal('ana@customer.dev');
    expect(await suppressed(accountId)).to.deep.equal([]);
    expect(problems).to.deep.equal([]);
  });

  it('sends one email although the answer to the first try is lost', async () => {
    const { page, open: openPage, accountId, domain, problems } = await open(/net::ERR_FAILED/);
    await openPage('/emails?compose=yes');
    await page.getByRole('textbox', { name: 'From' }).fill(`shop@${domain.name}`);
    await page.getByRole('textbox', { name: 'To', exact: true }).fill('ana@customer.dev');
    await page.getByRole('textbox', { name: 'Subject' }).fill('Only once');
    await page.getByRole('textbox', { name: 'Text' }).fill('Hello');
    await page.route(/\/emails$/, async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      await route.fetch();
      await route.abort();
    });
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('network_error').waitFor();
    expect(await page.getByRole('textbox', { name: 'Subject' }).inputValue()).to.equal('Only once');
    await page.unroute(/\/emails$/);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('heading', { level: 2, name: 'Only once' }).waitFor();
    const { rows } = await app.pool.query('SELECT subject FROM emails WHERE account_id = $1', [accountId]);
    expect(rows).to.deep.equal([{ subject: 'Only once' }]);
    expect(problems).to.deep.equal([]);
  });

  it('shows a list that cannot be read, with what happened, and reads it again', async () => {
    const { page, open: openPage, accountId, problems } = await open(/status of 502|net::ERR_/);
    await createEmail(app.pool, accountId, { subject: 'Still here' });
    await page.route(/\/emails\?/, (route) => route.fulfill({ status: 502, body: '<h1>Bad gateway</h1>' }));
    await openPage('/suppressions');
    // A hidden tab asks for nothing, so only the button reads the list again.
    await showTab(page, false);
    await openPage('/emails');
    await page.getByText('application_error').waitFor();
    await page.unroute(/\/emails\?/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('link', { name: 'Still here' }).waitFor();
    await page.context().setOffline(true);
    await showTab(page, true);
    await page.getByText('This list may be out of date').waitFor();
    await page.getByRole('link', { name: 'Still here' }).waitFor();
    await page.context().setOffline(false);
    await page.getByText('This list may be out of date').waitFor({ state: 'detached' });
    expect(problems).to.deep.equal([]);
  });

  it('shows where rows will be while a slow API reads them', async () => {
    const { page, open: openPage, accountId } = await open();
    await createEmail(app.pool, accountId, { subject: 'Late' });
    let answer = () => {};
    const isRead = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(/\/emails\?/, async (route) => {
      await isRead;
      await route.continue();
    });
    await openPage('/emails');
    await page.getByText('Loading').waitFor();
    answer();
    await page.getByRole('link', { name: 'Late' }).waitFor();
  });

  it('leads nowhere else after a sign-in, whatever the link says', async () => {
    const { member } = await open();
    for (const next of ['//evil.test/', 'https://evil.test/', '/\\evil.test', '\t//evil.test']) {
      const { page, problems } = await openTab();
      await page.goto(`${app.url}/app/sign-in?${new URLSearchParams({ next, email: member.email })}`);
      await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
      expect(page.url(), next).to.match(new RegExp(`^${app.url}/app/?$`));
      expect(problems, next).to.deep.equal([]);
    }
  });

  it(`opens a mail of ${MAIL_MEGABYTES} megabytes and stays usable`, async () => {
    const { page, open: openPage, accountId, problems } = await open();
    const { id } = await createEmail(app.pool, accountId, { subject: 'Huge' });
    const html = `<p>${'word '.repeat((MAIL_MEGABYTES * MEGABYTE) / 10)}</p>`;
    const text = 'line of text\n'.repeat((MAIL_MEGABYTES * MEGABYTE) / 26);
    await app.pool.query('UPDATE email_contents SET html = $2, text = $3 WHERE id = $1', [id, html, text]);
    await openPage(`/emails/${id}`);
    const frame = page.frameLocator('iframe');
    await frame.locator('p').waitFor();
    await page.getByRole('tab', { name: 'Text' }).click();
    await page.getByRole('button', { name: /Show all/ }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').waitFor();
    expect(problems).to.deep.equal([]);
  });
});
