// What a list needs until its first row is drawn: the entry, the frame and the page, and no other script. Menus, lists of
// options, tooltips, dialogs and records come later, and their buttons work before and after.
import { expect } from 'chai';
import type { Locator, Page, Route } from 'playwright-core';
import { useApp } from '../../support/api/app.ts';
import { createAccount } from '../../support/factories/factories.ts';
import { type AccountWithData, createAccountWithData } from './account-with-data.ts';
import { type Tab, useTabs } from './tab.ts';

const SCRIPTS = /\/app\/assets\/[^/]+\.js$/;
/** Those of the first drawing (dashboard/build/chunks.ts). */
const FIRST = /\/(index|frame|rolldown-runtime|[a-z-]+-page)-[^/]+$/;
const LISTS = [
  '/emails',
  '/campaigns',
  '/campaigns/polls',
  '/automations',
  '/templates',
  '/logs',
  '/webhooks',
  '/events',
  '/suppressions',
  '/api-keys',
  '/domains',
];
const ROW = 'tr:has([data-row-link])';
/** Everything that could change its size when its code comes: of what was there the first time. */
const SIZES = `(window.parts ??= [...document.querySelectorAll('nav a, button, main h1, search, tr')]).map((each) => {
  const { x, y, width, height } = each.getBoundingClientRect();
  return [each.textContent, x, y, width, height].join(' ');
})`;
/** The page is idle, and what is loaded then has come. */
const IDLE = 'new Promise((resolve) => requestIdleCallback(() => resolve(), { timeout: 500 }))';

/** Holds back every script that is not of the first drawing. @returns lets them come, and each further one */
async function holdScripts(page: Page): Promise<() => Promise<void>> {
  let held: Route[] | undefined = [];
  await page.route(SCRIPTS, async (route) => {
    if (held && !isOfFirstDrawing(route)) held.push(route);
    else await route.continue();
  });
  return async () => {
    const routes = held ?? [];
    held = undefined;
    await Promise.all(routes.map((route) => route.continue()));
  };
}

function isOfFirstDrawing(route: Route): boolean {
  return FIRST.test(new URL(route.request().url()).pathname);
}

/** Waits until an element has the focus. */
async function untilFocused(page: Page, element: Locator): Promise<void> {
  await element.and(page.locator(':focus')).waitFor();
}

describe('The first drawing of the dashboard', () => {
  const app = useApp();
  const { openTab } = useTabs(app);
  let data: AccountWithData;
  before(async () => {
    // The oldest account is the operator's, whose rail gets the page of work in idle time.
    await createAccount(app.pool);
    data = await createAccountWithData(app);
  });

  it('needs no code of menus, dialogs and records, and nothing changes its size when that comes', async () => {
    const tab = await openTab({ session: data.owner, isFresh: true });
    for (const path of LISTS) {
      await tab.page.unrouteAll();
      const release = await holdScripts(tab.page);
      await tab.load(path);
      await tab.page.locator(ROW).first().waitFor();
      await tab.settled();
      const sizes = await tab.page.evaluate<string[]>(SIZES);
      expect(sizes.length, path).to.be.above(15);
      await tab.page.getByRole('button', { name: /: account menu/ }).click();
      await expectClosed(tab);
      await release();
      await tab.page.getByRole('menuitem', { name: 'Your profile' }).waitFor();
      await tab.page.keyboard.press('Escape');
      await tab.page.getByRole('menu').waitFor({ state: 'detached' });
      expect(await tab.page.evaluate<string[]>(SIZES), path).to.deep.equal(sizes);
      expect(await tab.readShift(), path).to.equal(0);
    }
    expect(tab.problems).to.deep.equal([]);
  });

  it('has buttons whose lists open by keys, before their code has come and afterwards', async () => {
    const tab = await openTab({ session: data.owner, isFresh: true });
    const { page } = tab;
    const release = await holdScripts(page);
    await tab.load('/emails');
    await tab.settled();
    const select = page.getByRole('button', { name: 'Status: all Status' });
    const options = page.getByRole('listbox');
    const copy = page.getByRole('button', { name: 'Copy this list as' });
    await select.focus();
    await page.keyboard.press('ArrowDown');
    // The focus continues: what comes then must not take it away.
    await copy.focus();
    await page.keyboard.press('ArrowUp');
    await expectClosed(tab);
    await release();
    await untilFocused(page, page.getByRole('menuitem', { name: 'Copy as Node' }));
    expect(await options.count()).to.equal(0);
    await page.keyboard.press('Escape');
    await untilFocused(page, copy);
    for (const key of ['ArrowDown', 'Enter', 'Space']) {
      await select.focus();
      await page.keyboard.press(key);
      await untilFocused(page, page.getByRole('option', { name: 'Status: all' }));
      await page.keyboard.press('Escape');
      await options.waitFor({ state: 'detached' });
      await untilFocused(page, select);
    }
    // What is chosen already closes the list too.
    await select.click();
    await page.getByRole('option', { name: 'Status: all' }).click();
    await options.waitFor({ state: 'detached' });
    expect(tab.problems).to.deep.equal([]);
  });

  it('says so when code does not come, keeps the page, and asks again', async () => {
    const tab = await openTab({ session: data.owner, isFresh: true, expected: /Failed to (load|fetch)/ });
    const { page } = tab;
    await page.route(SCRIPTS, async (route) => {
      if (isOfFirstDrawing(route)) await route.continue();
      else await route.abort();
    });
    await tab.load('/suppressions');
    await tab.settled();
    const opened = [
      [page.getByRole('button', { name: /: account menu/ }), page.getByRole('menu')],
      [page.getByRole('button', { name: 'Add addresses' }), page.getByRole('dialog')],
    ] as const;
    for (const [button] of opened) {
      await button.click();
      await page.getByText('This could not be loaded.').waitFor();
      await page.getByRole('button', { name: 'Dismiss' }).click();
      expect(await page.locator(ROW).count()).to.be.above(0);
    }
    await page.unroute(SCRIPTS);
    for (const [button, shown] of opened) {
      await button.click();
      await shown.waitFor();
      await page.keyboard.press('Escape');
      await shown.waitFor({ state: 'detached' });
    }
    expect(tab.problems).to.deep.equal([]);
  });

  it('has refusals that say why when they are pressed, and on focus', async () => {
    const tab = await openTab({ session: data.viewer, isFresh: true });
    const { page } = tab;
    await tab.load('/suppressions');
    await tab.settled();
    const refused = page.getByRole('button', { name: 'Add addresses' });
    const reason = /can do this. Your role is viewer/;
    const tooltip = page.getByRole('tooltip').getByText(reason);
    const about = (await refused.getAttribute('aria-describedby')) ?? '';
    expect(await page.locator(`[id="${about}"]`).textContent()).to.match(reason);
    await refused.click({ force: true });
    await tooltip.waitFor();
    await page.keyboard.press('Escape');
    await tooltip.waitFor({ state: 'detached' });
    await page.mouse.move(0, 0);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Shift+Tab');
    await tooltip.waitFor();
    expect(tab.problems).to.deep.equal([]);
  });
});

/** Nothing has opened; the press is remembered. */
async function expectClosed({ page }: Tab): Promise<void> {
  await page.evaluate(IDLE);
  expect(await page.locator('[role=menu], [role=listbox], [role=dialog]').count()).to.equal(0);
}
