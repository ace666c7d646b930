// Marked rows of lists: by keys, presses and touches, how long marks last, and one act with many rows.
import { expect } from 'chai';
import type { Page, Route } from 'playwright-core';
import { sendPending } from '../../api/emails/pending-email.ts';
import { createSender } from '../../api/emails/sender.ts';
import { useApp } from '../../support/api/app.ts';
import { createEmail, createSuppression } from '../../support/factories/factories.ts';
import { signIn } from '../../support/factories/people-factories.ts';
import { useTabs } from './tab.ts';

const AT_A_TIME = 4;

describe('Marked rows of the dashboard', () => {
  const app = useApp();
  const { openTab } = useTabs(app);
  /** A session of an account with addresses on its list: user59 is the newest. */
  const createAccount = async (addresses: number) => {
    const session = await signIn(app.pool, { now: app.clock.now() });
    const { accountId } = session;
    const add = (at: number) =>
      createSuppression(app.pool, accountId, `user${at}@customer.dev`, { origin: 'bounce' });
    for (let at = 0; at < addresses; at += 1) await add(at);
    return { session, accountId, add };
  };
  const row = (page: Page, at: number) => page.getByRole('link', { name: `user${at}@customer.dev` });
  const bar = (page: Page) => page.getByRole('region', { name: 'Selected rows' });
  const marked = (page: Page, count: number) => bar(page).getByText(`${count} selected`).waitFor();

  it('are marked with x, Shift and Ctrl A, and outlast a new reading but not another filter', async () => {
    const { session, add } = await createAccount(60);
    const { page, context, open, findFaults, problems } = await openTab({ session });
    await open('/suppressions');
    await row(page, 59).waitFor();
    // Where the focus is in no list, Ctrl A is the browser's.
    await page.keyboard.press('Control+a');
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await marked(page, 1);
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp']) await page.keyboard.press(`Shift+${key}`);
    await marked(page, 2);
    await row(page, 53).click({ modifiers: ['Shift'] });
    await marked(page, 6);
    expect(context.pages()).to.have.length(1);
    expect(await findFaults()).to.deep.equal([]);
    await add(60);
    await row(page, 60).waitFor();
    await marked(page, 6);
    expect(await page.getByRole('checkbox', { name: 'Select user57@customer.dev' }).isChecked()).to.equal(
      true,
    );
    await page.keyboard.press('Control+a');
    await marked(page, 50);
    await page.keyboard.press('Escape');
    await bar(page).waitFor({ state: 'detached' });
    expect(page.url()).to.match(/suppressions$/);
    // With the pointer alone.
    await row(page, 55).hover();
    await page.getByRole('checkbox', { name: 'Select user55@customer.dev' }).click();
    await page.getByRole('checkbox', { name: 'Select user51@customer.dev' }).click({ modifiers: ['Shift'] });
    await marked(page, 5);
    await page.getByRole('button', { name: 'Older', exact: true }).click();
    await row(page, 0).waitFor();
    await bar(page).waitFor({ state: 'detached' });
    expect(problems).to.deep.equal([]);
  });

  it('are removed four at a time, until one ends it, and what fails is named with its reason', async () => {
    const { session, accountId } = await createAccount(20);
    const { page, open, findFaults, shoot } = await openTab({ session, expected: /status of 404/ });
    await open('/suppressions');
    await row(page, 19).click({ modifiers: ['Shift'] });
    await row(page, 10).click({ modifiers: ['Shift'] });
    const waiting: Route[] = [];
    let areFull = () => {};
    const full = new Promise<void>((resolve) => {
      areFull = resolve;
    });
    await page.route('**/suppressions/*', (route) => {
      if (route.request().method() !== 'DELETE') return route.continue();
      if (waiting.push(route) === AT_A_TIME) areFull();
      return undefined;
    });
    const begin = async (count: number) => {
      await bar(page)
        .getByRole('button', { name: `Remove ${count}` })
        .click();
      await page.getByText(`${count} bounced`).waitFor();
      await page.getByRole('button', { name: `Remove ${count} addresses` }).click();
      await page.getByRole('progressbar', { name: 'Removing addresses' }).waitFor();
    };
    await begin(10);
    await full;
    expect(await page.getByRole('progressbar').getAttribute('aria-valuetext')).to.equal('0 of 10');
    await shoot('marks-progress');
    expect(await findFaults()).to.deep.equal([]);
    await page.getByRole('button', { name: 'Stop' }).click();
    expect(waiting).to.have.length(AT_A_TIME);
    for (const route of waiting.splice(0)) await route.continue();
    await page.getByText('6 of 10 were not changed and are still selected.').waitFor();
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await marked(page, 6);
    expect(waiting).to.have.length(0);
    // Another person was faster with one of those that are left.
    await app.pool.query('DELETE FROM suppressions WHERE account_id = $1 AND address = $2', [
      accountId,
      'user12@customer.dev',
    ]);
    await page.unroute('**/suppressions/*');
    await bar(page).getByRole('button', { name: 'Remove 6' }).click();
    await page.getByRole('button', { name: 'Remove 6 addresses' }).click();
    const report = page.getByRole('alert');
    await report.getByText('1 failed.').waitFor();
    await shoot('marks-failed');
    expect(await report.getByRole('listitem').allTextContents()).to.have.length(1);
    expect(await report.getByRole('listitem').first().textContent()).to.match(/^user12@customer\.dev.+/);
    await report.getByRole('button', { name: 'Close' }).click();
    // What is gone has no mark.
    await bar(page).waitFor({ state: 'detached' });
    const { rowCount } = await app.pool.query('SELECT 1 FROM suppressions WHERE account_id = $1', [
      accountId,
    ]);
    expect(rowCount).to.equal(10);
  });

  it('say to a viewer who may act with them', async () => {
    const { accountId } = await createAccount(2);
    const session = await signIn(app.pool, { accountId, role: 'viewer', now: app.clock.now() });
    const { page, open } = await openTab({ session });
    await open('/suppressions');
    await row(page, 1).click({ modifiers: ['Shift'] });
    const remove = bar(page).getByRole('button', { name: 'Remove 1' });
    expect(await remove.getAttribute('aria-disabled')).to.equal('true');
    await remove.click({ force: true });
    await page.getByRole('tooltip').getByText('Your role is viewer.').waitFor();
  });

  it('are boxes that a finger meets, and emails among which only the scheduled ones are canceled', async () => {
    const sender = await createSender(app);
    const { accountId } = sender;
    for (const subject of ['One', 'Two']) await sendPending(sender, { subject });
    const domainId = sender.domain.id;
    await createEmail(app.pool, accountId, { domainId, status: 'delivered', subject: 'A delivered one' });
    const session = await signIn(app.pool, { accountId, role: 'member', now: app.clock.now() });
    const { page, context, open, problems } = await openTab({ session, width: 375, height: 812 });
    const device = await context.newCDPSession(page);
    await device.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 1 });
    await open('/emails');
    const box = page.getByRole('checkbox', { name: 'Select A delivered one' });
    await box.waitFor();
    expect(await page.evaluate("matchMedia('(hover: none)').matches")).to.equal(true);
    const opacity = "getComputedStyle(document.querySelector('td input'), '::before').opacity";
    expect(await page.evaluate(opacity)).to.equal('1');
    expect((await box.boundingBox())?.width).to.be.at.least(44);
    await box.click();
    const cancel = bar(page).getByRole('button', { name: /^Cancel/ });
    expect(await cancel.getAttribute('aria-disabled')).to.equal('true');
    await bar(page).getByRole('button', { name: 'Select all 3' }).click();
    await bar(page).getByRole('button', { name: 'Cancel 2 scheduled' }).click();
    await page.getByText('The other selected email is not scheduled and does not change.').waitFor();
    await page.getByRole('button', { name: 'Cancel 2 scheduled emails' }).click();
    await page.getByText('2 emails were canceled.').waitFor();
    // The act has left it alone, and so it is still marked.
    await marked(page, 1);
    await bar(page).getByRole('button', { name: 'Clear selection' }).press('Enter');
    await bar(page).waitFor({ state: 'detached' });
    expect(await page.evaluate("document.activeElement.matches('[data-row-link]')")).to.equal(true);
    const { rows } = await app.pool.query('SELECT status FROM emails WHERE account_id = $1 ORDER BY status', [
      accountId,
    ]);
    expect(rows.map(({ status }) => status)).to.deep.equal(['canceled', 'canceled', 'delivered']);
    await device.detach();
    expect(problems).to.deep.equal([]);
  });
});
