// Every page of the dashboard, with data, without any, and with its dialogs: what axe finds (WCAG 2.2 A and AA) in light
// and dark on a phone and on a desk, sideways scrolling at 320 px and at 200 % zoom, shifts of the layout, and the
// number of elements of lists.
import { expect } from 'chai';
import type { Browser } from 'playwright-core';
import { useApp } from '../../support/app.ts';
import { signIn } from '../../support/people-factories.ts';
import { launchBrowser } from '../support/browser.ts';
import { type AccountWithData, createAccountWithData } from './account-with-data.ts';
import { openTab, type Tab } from './tab.ts';

const LOOKS = (['light', 'dark'] as const).flatMap((theme) => [375, 1280].map((width) => ({ theme, width })));
/** A desk of 1,280 px at 200 %, and the narrowest phone. */
const NARROW = [320, 640] as const;
const ELEMENTS_MAX = 1_500;
const SHIFT_MAX = 0.02;
const EMPTY = ['/', '/emails', '/suppressions', '/logs', '/webhooks', '/api-keys', '/settings/members'];
const DIALOGS = [
  '/emails?compose=yes',
  '/api-keys?create=yes',
  '/webhooks?create=yes',
  '/suppressions?create=yes',
  '/settings/members?invite=yes',
];

/** Pages with data, by a name for screenshots. */
const withData = (data: AccountWithData): Record<string, string> => ({
  overview: '/',
  emails: '/emails',
  email: `/emails/${data.hostile.id}`,
  'email-to-many': `/emails/${data.toMany.id}`,
  'email-long': `/emails/${data.long.id}`,
  'emails-filtered-to-nothing': '/emails?q=nothing-has-this',
  'email-unknown': '/emails/0199d3a0-1111-7222-8333-444455556666',
  suppressions: '/suppressions',
  suppression: `/suppressions/${data.suppression.id}`,
  logs: '/logs',
  log: `/logs/${data.log.id}`,
  webhooks: '/webhooks',
  webhook: `/webhooks/${data.webhook.id}`,
  'webhook-events': `/webhooks/${data.webhook.id}/events`,
  'webhook-event': `/webhooks/${data.webhook.id}/events/${data.message}`,
  'api-keys': '/api-keys',
  'api-key': `/api-keys/${data.key.id}`,
  account: '/settings',
  profile: '/settings/profile',
  security: '/settings/security',
  sessions: '/settings/sessions',
  members: '/settings/members',
  usage: '/settings/usage',
  audit: '/settings/audit',
  nowhere: '/nowhere',
});

describe('The pages of the dashboard', function () {
  this.timeout(240_000);
  let browser: Browser;
  let data: AccountWithData;
  const app = useApp();
  before(async () => {
    browser = await launchBrowser();
    data = await createAccountWithData(app);
  });
  after(() => browser.close());

  /** Looks at a page: nothing went wrong, axe finds nothing, nothing is too wide. */
  const inspect = async (tab: Tab, name: string, path: string) => {
    await tab.open(path);
    await tab.settled();
    await tab.shoot(name);
    expect(await tab.findFaults(), name).to.deep.equal([]);
    await tab.expectNoSidewaysScroll(name);
    expect(await tab.page.evaluate<number>('document.querySelectorAll("main *").length'), name).to.be.within(
      5,
      ELEMENTS_MAX,
    );
    expect(tab.problems.splice(0), name).to.deep.equal([]);
  };

  for (const { theme, width } of LOOKS) {
    const look = `${theme}-${width}`;

    it(`have no fault for accessibility with data, ${look}`, async () => {
      const tab = await openTab(browser, app, {
        session: data.owner,
        width,
        theme,
        expected: /status of 404/,
      });
      for (const [name, path] of Object.entries(withData(data))) await inspect(tab, `${name}-${look}`, path);
      await tab.context.close();
    });

    it(`have no fault for accessibility while there is nothing yet, ${look}`, async () => {
      const session = await signIn(app.pool, { now: app.clock.now() });
      const tab = await openTab(browser, app, { session, width, theme });
      for (const path of [...EMPTY, ...DIALOGS]) {
        await inspect(tab, `empty${path.replaceAll(/\W/g, '-')}-${look}`, path);
      }
      await tab.context.close();
    });

    it(`have no fault for accessibility before one signs in, ${look}`, async () => {
      const tab = await openTab(browser, app, { width, theme });
      for (const path of ['/sign-in', '/sign-in/forgot', '/sign-in/second-factor', '/gallery']) {
        await inspect(tab, `${path.slice(1).replaceAll('/', '-')}-${look}`, path);
      }
      await tab.context.close();
    });
  }

  it('never scroll sideways, at 320 px and at 200 % zoom, whatever the texts', async () => {
    for (const width of NARROW) {
      const tab = await openTab(browser, app, { session: data.viewer, width, expected: /status of 404/ });
      for (const [name, path] of Object.entries(withData(data))) {
        await tab.open(path);
        await tab.settled();
        await tab.expectNoSidewaysScroll(`${name} at ${width} px`);
      }
      expect(tab.problems).to.deep.equal([]);
      await tab.context.close();
    }
  });

  it('do not move while they are loaded', async () => {
    const tab = await openTab(browser, app, { session: data.owner });
    await tab.page.addInitScript(
      `window.shifted = 0; new PerformanceObserver((list) => { for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value; }).observe({ type: 'layout-shift', buffered: true });`,
    );
    for (const path of ['/', '/emails', '/logs', '/webhooks', '/api-keys', `/emails/${data.hostile.id}`]) {
      await tab.open(path);
      await tab.settled();
      expect(await tab.page.evaluate<number>('window.shifted'), path).to.be.at.most(SHIFT_MAX);
    }
  });
});
