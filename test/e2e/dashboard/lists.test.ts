// Lists of the dashboard in a browser: what arrives while one looks, the keys, and what Back and a shared link restore.
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { createMailedLink } from '../../../shared/resources/people/one-time-links/create.ts';
import { useApp } from '../../support/api/app.ts';
import { createDomain, createEmail } from '../../support/factories/factories.ts';
import { factoryIds } from '../../support/factories/factory-ids.ts';
import { createInvitation } from '../../support/factories/invitation-factories.ts';
import { signIn } from '../../support/factories/people-factories.ts';
import { isOfPage, showTab, useTabs } from './tab.ts';

const subjects = (page: Page) => page.locator('[data-row-link]').allTextContents();

describe('A list of the dashboard in a browser', () => {
  const app = useApp();
  const { openTab, openOwnTab } = useTabs(app);

  let session: Awaited<ReturnType<typeof signIn>>;
  let domainId: string;
  const add = (subject: string, status: 'bounced' | 'delivered' = 'delivered') =>
    createEmail(app.pool, session.accountId, { domainId, subject, status });
  // An account with 120 emails, every third of which has bounced. The tests add some that are delivered.
  before(async () => {
    session = await signIn(app.pool, { now: app.clock.now() });
    domainId = (await createDomain(app.pool, session.accountId)).id;
    for (let at = 0; at < 120; at += 1) await add(`Mail ${at}`, at % 3 === 0 ? 'bounced' : 'delivered');
  });

  it('shows what arrives, and lets it wait while one reads further down', async () => {
    const { page, open, problems } = await openTab({ session });
    await open('/emails');
    await page.getByRole('link', { name: 'Mail 119' }).waitFor();
    await add('The newest');
    await page.getByRole('link', { name: 'The newest' }).waitFor();
    await page.getByRole('link', { name: 'Mail 75' }).scrollIntoViewIfNeeded();
    const before = await subjects(page);
    await add('One more');
    await add('And another');
    await page.getByRole('button', { name: '2 new' }).waitFor();
    expect(await subjects(page)).to.deep.equal(before);
    await page.getByRole('button', { name: '2 new' }).click();
    await page.getByRole('link', { name: 'And another' }).waitFor();
    expect((await subjects(page)).slice(0, 3)).to.deep.equal(['And another', 'One more', 'The newest']);
    expect(problems).to.deep.equal([]);
  });

  it('says of an invitation and of an address to confirm why it was not mailed', async () => {
    const owner = await signIn(app.pool, { now: app.clock.now() });
    const { accountId } = owner;
    await app.pool.query('UPDATE accounts SET production_access = false WHERE id = $1', [accountId]);
    await createInvitation(app.pool, { accountId, now: app.clock.now() });
    const address = 'qa@customer.dev';
    const link = { purpose: 'address_confirmation', email: address, accountId } as const;
    await createMailedLink(app.pool, factoryIds, { ...link, now: app.clock.now() });
    await app.pool.query(
      `UPDATE one_time_links SET token_hash = NULL, mail_due_at = NULL, refusal = 'suppressed_address' WHERE is_mailed`,
    );
    const { page, open, problems } = await openTab({ session: owner });
    for (const path of ['/settings/members', '/settings/account']) {
      await open(path);
      await page.getByText('An email to this address bounced within the last 24 hours.').waitFor();
    }
    expect(problems).to.deep.equal([]);
  });

  it('asks nothing in a hidden tab, and at once when it is seen again', async () => {
    const { page, open, requests } = await openOwnTab({ session });
    await page.clock.install();
    await open('/emails');
    await page.getByRole('link', { name: 'Mail 119' }).waitFor();
    await add('Before it was hidden');
    await page.getByRole('link', { name: 'Before it was hidden' }).waitFor();
    await showTab(page, false);
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    requests.length = 0;
    await page.clock.runFor(120_000);
    expect(requests.filter(isOfPage)).to.deep.equal([]);
    await add('While the page was hidden');
    await showTab(page, true);
    await page.clock.runFor(100);
    await page.getByRole('link', { name: 'While the page was hidden' }).waitFor();
  });

  it('is moved through with the keys, and restored by Back and by a shared link', async () => {
    const tab = await openTab({ session });
    const { page, problems } = tab;
    await tab.open('/emails?status=bounced');
    await page.getByRole('link', { name: 'Mail 117' }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 2, name: 'Mail 114' }).waitFor();
    const url = page.url();
    expect(url).to.match(/\/app\/emails\/[\w-]+\?status=bounced$/);
    const other = await tab.context.newPage();
    await other.goto(url);
    await other.getByRole('heading', { level: 2, name: 'Mail 114' }).waitFor();
    await other.getByRole('link', { name: 'Mail 117' }).waitFor();
    expect(await subjects(other)).to.have.length(40);
    await other.close();
    await page.keyboard.press('Escape');
    await page.waitForURL(/\/app\/emails\?status=bounced$/);
    await page.goBack();
    await page.getByRole('heading', { level: 2, name: 'Mail 114' }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('e');
    await page.getByRole('link', { name: 'Mail 119' }).waitFor();
    await page.keyboard.press(']');
    await page.getByRole('link', { name: 'Mail 69', exact: true }).waitFor();
    await page.keyboard.press(']');
    await page.getByRole('link', { name: 'Mail 0', exact: true }).waitFor();
    await page.keyboard.press('[');
    await page.getByRole('link', { name: 'Mail 69', exact: true }).waitFor();
    await page.keyboard.press('[');
    await page.getByRole('link', { name: 'Mail 119' }).waitFor();
    expect(page.url()).to.match(/\/app\/emails$/);
    expect(problems).to.deep.equal([]);
  });

  it('never takes letters for keys where one types, or when single keys are off', async () => {
    const { page, open } = await openTab({ session });
    await open('/emails');
    await page.keyboard.press('/');
    await page.keyboard.type('ge?j');
    await page.waitForURL(/q=ge%3Fj/);
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await page.keyboard.press('?');
    await page.getByRole('switch', { name: 'Single-key shortcuts' }).press('Space');
    await page.keyboard.press('Escape');
    await page.keyboard.press('g');
    await page.keyboard.press('l');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('logs');
    expect(page.url()).to.match(/\/app\/emails$/);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/app\/logs$/);
  });
});
