// Two tabs of one browser: when one of them goes to another account or signs another person in, the other one neither
// reads nor changes what is not on its screen.
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { useApp } from '../../support/api/app.ts';
import { createAccount, createDomain, createEmail } from '../../support/factories/factories.ts';
import { createMember, PASSWORD, signIn } from '../../support/factories/people-factories.ts';
import { useTabs } from './tab.ts';

describe('The dashboard in two tabs', () => {
  const app = useApp();
  const { openTab } = useTabs(app);

  /** A person with an account of ten emails and another one with none. */
  const open = async () => {
    const session = await signIn(app.pool, { now: app.clock.now() });
    const { accountId, personId } = session;
    const { id: otherId } = await createAccount(app.pool, { name: 'The other one' });
    await createMember(app.pool, { personId, accountId: otherId });
    for (const [owner, subject] of [
      [accountId, 'Of the first'],
      [otherId, 'Of the other'],
    ] as const) {
      const { id: domainId } = await createDomain(app.pool, owner);
      await createEmail(app.pool, owner, { domainId, subject });
    }
    const tab = await openTab({ session, expected: /status of 40[13]/ });
    const other = await tab.context.newPage();
    return { tab, other, accountId, otherId };
  };
  const goToOther = async (page: Page) => {
    await page.goto(`${app.url}/app`);
    await page.getByRole('button', { name: /account menu/ }).click();
    await page.getByRole('menuitem', { name: /The other one/ }).click();
    await page.getByRole('button', { name: /The other one .*account menu/ }).waitFor();
  };
  const keysOf = async (accountId: string) => {
    const { rows } = await app.pool.query('SELECT name FROM api_keys WHERE account_id = $1', [accountId]);
    return rows.map(({ name }) => name);
  };

  it('never changes another account than the one that it shows, and keeps what was typed', async () => {
    const { tab, other, accountId, otherId } = await open();
    const { page } = tab;
    await tab.open('/api-keys?create=yes');
    await page.getByRole('textbox', { name: 'Name' }).fill('Shop');
    await goToOther(other);
    await page.bringToFront();
    const dialog = page.getByRole('dialog', { name: 'You switched accounts' });
    await dialog.waitFor();
    await dialog.getByText('The other one', { exact: true }).waitFor();
    await dialog.getByRole('button', { name: /^Back to/ }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('dialog', { name: '“Shop” is ready' }).waitFor();
    expect(await keysOf(accountId)).to.deep.equal(['Shop']);
    expect(await keysOf(otherId)).to.deep.equal([]);
    expect(tab.problems).to.deep.equal([]);
  });

  it('never shows mail of another account under the name of the one that it shows', async () => {
    const { tab, other } = await open();
    const { page } = tab;
    await tab.open('/emails');
    await page.getByRole('link', { name: 'Of the first' }).waitFor();
    await goToOther(other);
    await page.getByRole('dialog', { name: 'You switched accounts' }).waitFor();
    expect(await page.getByText('Of the other').count()).to.equal(0);
    await page.getByRole('button', { name: 'Continue in The other one' }).click();
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('e');
    await page.getByRole('link', { name: 'Of the other' }).waitFor();
    expect(await page.getByText('Of the first').count()).to.equal(0);
  });

  it('is loaded again when another person has signed in', async () => {
    const { tab, other, accountId } = await open();
    const { page } = tab;
    const { email } = await createMember(app.pool, { accountId, name: 'Bo' });
    await tab.open('/emails');
    await page.getByRole('link', { name: 'Of the first' }).waitFor();
    await other.goto(`${app.url}/app/sign-in/forgot`);
    const status = await other.evaluate<number>(
      `fetch('/auth/login', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ email: ${JSON.stringify(email)}, password: ${JSON.stringify(PASSWORD)} }) }).then((answer) => answer.status)`,
    );
    expect(status).to.equal(200);
    const dialog = page.getByRole('dialog', { name: 'Another person has signed in' });
    await dialog.getByText(email).waitFor();
    await dialog.getByRole('button', { name: 'Reload page' }).click();
    await page.getByRole('button', { name: /Bo.*account menu/ }).waitFor();
  });
});
