// A tab with the dashboard: signed in, of a given size and theme. Everything that must not happen in any test is
// remembered: errors in the console, reports of the Content-Security-Policy, requests to other hosts. The tests of a file
// share one, which each of them finds empty and signed out, because a new one costs more than most of them.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from 'chai';
import type { BrowserContext, Page, Request } from 'playwright-core';
import type { TestApp } from '../../support/api/app.ts';
import type { SessionCredentials } from '../../support/factories/people-factories.ts';
import { useBrowser, type Windows } from '../support/browser.ts';

const require = createRequire(import.meta.url);
/** Where screenshots go, when one wants to look at them. */
const SCREENSHOT_DIRECTORY = process.env['SCREENSHOT_DIRECTORY'];
const SCRIPT = `
  addEventListener('securitypolicyviolation', (event) => console.error('CSP: ' + event.violatedDirective + ' ' + event.blockedURI));
  window.shifted = 0;
  // A sandboxed frame would refuse to call it back, with an error in the console.
  if (self === top) new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
`;
const DRAWN = `new Promise((drawn) => {
  requestAnimationFrame(() => requestAnimationFrame(() => drawn()));
  setTimeout(drawn, 1_000);
})`;
const EMPTY_PAGE = { contentType: 'text/html', body: '<link rel="icon" href="data:,">' };
/** Each page that is looked at takes it in: the form with comments is twice as long and takes twice the time. */
const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const AXE_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** How a tab looks. */
export interface TabOptions {
  session?: SessionCredentials | undefined;
  width?: number;
  height?: number;
  theme?: 'light' | 'dark';
  /** Console errors that the test provokes. */
  expected?: RegExp;
}

/** The server that a tab shows. */
type Server = Pick<TestApp, 'url'>;

/** A tab. */
export interface Tab {
  page: Page;
  context: BrowserContext;
  /** Opens a path below /app, and waits until something is drawn. */
  open(path: string): Promise<void>;
  /** Waits until the page shows what it has asked for: nothing is busy, and the fonts are there. */
  settled(): Promise<void>;
  /** What went wrong so far. */
  problems: string[];
  /** Requests to the API so far, as `GET /emails`. */
  requests: string[];
  /** Names of what axe finds, with the elements. */
  findFaults(): Promise<string[]>;
  /** How far things have moved without a reason since the page was opened (Cumulative Layout Shift). */
  readShift(): Promise<number>;
  /** Fails when the page is wider than its window. */
  expectNoSidewaysScroll(what: string): Promise<void>;
  shoot(name: string): Promise<void>;
}

/** Opens tabs for the tests of the enclosing `describe`: `openTab` the one that they share, `openOwnTab` further ones. */
export function useTabs(app: Server) {
  const browser = useBrowser();
  let shared: WatchedTab | undefined;
  const opened = new Set<WatchedTab>();
  // What a person would have seen when a test fails.
  afterEach(async function () {
    if (!this.currentTest?.isFailed()) return;
    for (const { page } of opened)
      if (!page.isClosed()) console.log(`${page.url()}\n${await page.locator('body').ariaSnapshot()}`);
  });
  const openOwnTab = async (options: TabOptions = {}): Promise<Tab> => {
    const tab = await openWatchedTab(browser, app);
    opened.add(tab);
    await start(tab, app, options);
    return tab;
  };
  const openTab = async (options: TabOptions = {}): Promise<Tab> => {
    if (shared) await empty(shared, app);
    shared ??= await openWatchedTab(browser, app);
    opened.add(shared);
    await start(shared, app, options);
    return shared;
  };
  return { openTab, openOwnTab };
}

/** Removes what a test has left: pages, what they have stored, who is signed in, and changed answers. */
async function empty({ page, context }: Tab, app: Server): Promise<void> {
  for (const other of context.pages()) if (other !== page) await other.close();
  await context.setOffline(false);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.route(`${app.url}/empty`, (route) => route.fulfill(EMPTY_PAGE));
  await page.goto(`${app.url}/empty`);
  await page.evaluate('localStorage.clear(); sessionStorage.clear()');
  await page.unrouteAll();
  await context.clearCookies();
}

async function start(tab: WatchedTab, app: Server, options: TabOptions): Promise<void> {
  const { session, width = 1280, height = 800, theme = 'light', expected } = options;
  const { page, context } = tab;
  if (session) {
    await context.addCookies([{ name: 'posthorn_session', value: session.token, url: app.url }]);
  }
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  tab.watch(expected);
}

/** A tab that remembers from now on what a test does not expect. */
interface WatchedTab extends Tab {
  watch(expected: RegExp | undefined): void;
}

async function openWatchedTab(browser: Windows, app: Server): Promise<WatchedTab> {
  const context = await browser.newContext();
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: app.url });
  const page = await context.newPage();
  await page.addInitScript(SCRIPT);
  return {
    page,
    context,
    ...listen(page, app),
    async open(path) {
      await page.goto(`${app.url}/app${path}`);
      await page.locator('h1:visible, h2:visible').first().waitFor();
    },
    async settled() {
      await page.locator('[aria-busy=true], [class*=skeleton]').first().waitFor({ state: 'detached' });
      await page.evaluate('document.fonts.ready.then(() => undefined)');
    },
    async findFaults() {
      // What a new size changes, such as code that now scrolls and so takes focus, is there once it has been drawn; a window
      // that the browser does not draw is looked at as it is.
      await page.evaluate(DRAWN);
      if (await page.evaluate<boolean>('!window.axe')) await page.evaluate(AXE);
      // What passes is most of the answer, and to describe it takes longer than to look. The styles that it would read first
      // are for a rule that is not asked for, the sounds for one about sounds, which no page has.
      const options = JSON.stringify({ runOnly: AXE_TAGS, resultTypes: ['violations'], preload: false });
      const violations = await page.evaluate<Violation[]>(
        `axe.run(${options}).then(({ violations }) => violations)`,
      );
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
      );
    },
    readShift: () => page.evaluate<number>('window.shifted'),
    async expectNoSidewaysScroll(what) {
      const scrollable = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
      expect(scrollable, `${what} scrolls sideways`).to.be.at.most(0);
    },
    async shoot(name) {
      if (SCREENSHOT_DIRECTORY) await page.screenshot({ path: `${SCREENSHOT_DIRECTORY}/${name}.png` });
    },
  };
}

interface Violation {
  id: string;
  nodes: { html: string; failureSummary: string }[];
}

/** Remembers what happens in a page. */
function listen(page: Page, app: Server): Pick<WatchedTab, 'problems' | 'requests' | 'watch'> {
  const problems: string[] = [];
  const requests: string[] = [];
  let expected: RegExp | undefined;
  const remember = (problem: string) => {
    if (!expected?.test(problem)) problems.push(problem);
  };
  page.on('pageerror', (error) => remember(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') remember(message.text());
  });
  page.on('request', (request) => {
    if (!isOwn(request, app)) remember(`A request to ${request.url()}`);
    else if (['fetch', 'xhr'].includes(request.resourceType())) requests.push(nameOf(request));
  });
  const watch = (given: RegExp | undefined) => {
    expected = given;
    problems.length = 0;
    requests.length = 0;
  };
  return { problems, requests, watch };
}

function isOwn(request: Request, app: Server): boolean {
  const url = new URL(request.url());
  return url.origin === app.url || url.protocol === 'data:' || url.protocol === 'blob:';
}

function nameOf(request: Request): string {
  const { pathname, search } = new URL(request.url());
  return `${request.method()} ${pathname}${search}`;
}

/**
 * Whether the page on screen asked, not the shell around it: that asks once, when the browser is idle, for the work of
 * its operator, and takes the stream for silent when time passes in the page alone.
 */
export const isOfPage = (request: string): boolean => !/^GET \/app\/(?:changes|work)$/.test(request);

/** Says to the page what a browser says when another tab is chosen: a headless one has no other way to. */
export async function showTab(page: Page, isVisible: boolean): Promise<void> {
  await page.evaluate(`
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => ${!isVisible} });
    Object.defineProperty(document, 'visibilityState', {
      configurable: true,
      get: () => '${isVisible ? 'visible' : 'hidden'}',
    });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));`);
}
