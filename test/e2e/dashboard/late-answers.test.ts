// How far a page with a list moves when its rows come late: each answer is held back until the page says that it loads.
import { expect } from 'chai';
import type { Route } from 'playwright-core';
import { useApp } from '../../support/api/app.ts';
import { IS_LONG } from '../../support/extent.ts';
import { signIn } from '../../support/factories/people-factories.ts';
import { createAccountWithData } from './account-with-data.ts';
import { type Tab, useTabs } from './tab.ts';

const LISTS = [
  '/emails',
  '/contacts',
  '/contacts/imports',
  '/contacts/properties',
  '/segments',
  '/topics',
  '/templates',
  '/suppressions',
  '/logs',
  '/webhooks',
  '/events',
  '/events/definitions',
  '/api-keys',
  '/domains',
];
/** A phone has something below its lists. */
const WIDTHS = IS_LONG ? [1280, 390, 320] : [390];
const SHIFT_MAX = 0.02;
/** Documents, code and who one is are there; a list is asked for by the code of its page. */
const AT_ONCE = /^\/(app|auth)\//;

/** @returns how far the page moves until it is whole */
async function shiftOf(tab: Tab, path: string): Promise<number> {
  const { page } = tab;
  let held: Route[] | undefined = [];
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.route('**', async (route) => {
    const { pathname } = new URL(route.request().url());
    if (!held || AT_ONCE.test(pathname) || route.request().resourceType() !== 'fetch') await route.continue();
    else held.push(route);
  });
  await page.goto(page.url().replace(/\/app.*/, `/app${path}`));
  await page.getByText('Loading…').first().waitFor({ state: 'attached' });
  const routes = held;
  held = undefined;
  expect(routes.length, path).to.be.above(0);
  await Promise.all(routes.map((route) => route.continue()));
  await page.getByText('Loading…').first().waitFor({ state: 'detached' });
  await tab.settled();
  return await tab.readShift();
}

describe('Answers that come late', function () {
  this.timeout(600_000);
  const app = useApp();
  const { openTab } = useTabs(app);

  for (const [kind, account] of [
    ['rows', async () => (await createAccountWithData(app)).owner],
    ['nothing', () => signIn(app.pool, { now: app.clock.now() })],
  ] as const)
    it(`move no page with a list, when they bring ${kind}`, async () => {
      const tab = await openTab({ session: await account(), isFresh: true });
      await tab.load('/settings');
      const moved: string[] = [];
      for (const width of WIDTHS) {
        await tab.page.setViewportSize({ width, height: 844 });
        for (const path of LISTS) {
          const shift = await shiftOf(tab, path);
          if (shift > SHIFT_MAX) moved.push(`${path} at ${width} px: ${shift}`);
        }
      }
      expect(moved).to.deep.equal([]);
      expect(tab.problems).to.deep.equal([]);
    });
});
