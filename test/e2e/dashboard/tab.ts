// A tab with the dashboard: signed in, of a given size and theme. Everything that must not happen in any test is
// remembered: errors in the console, reports of the Content-Security-Policy, requests to other hosts. The tests of a file
// share one, because a new one costs more than most of them. A test of the same session as the one before continues in its
// document, with a page drawn from the start; any other finds the tab empty, and loads its page.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from 'chai';
import type { BrowserContext, Page, Request } from 'playwright-core';
import type { TestApp } from '../../support/api/app.ts';
import { IS_LONG } from '../../support/extent.ts';
import type { SessionCredentials } from '../../support/factories/people-factories.ts';
import { useBrowser, type Windows } from '../support/browser.ts';

const require = createRequire(import.meta.url);
/** Where screenshots go, when one wants to look at them. */
const SCREENSHOT_DIRECTORY = process.env['SCREENSHOT_DIRECTORY'];
const SCRIPT = `
  addEventListener('securitypolicyviolation', (event) => console.error('CSP: ' + event.violatedDirective + ' ' + event.blockedURI));
  window.shifted = window.openedAt = 0;
  // A sandboxed frame would refuse to call it back, with an error in the console.
  if (self === top) new PerformanceObserver((list) => {
    for (const { hadRecentInput, startTime, value } of list.getEntries())
      if (!hadRecentInput && startTime >= openedAt) window.shifted += value;
  }).observe({ type: 'layout-shift', buffered: true });
`;
const DRAWN = `new Promise((drawn) => {
  requestAnimationFrame(() => requestAnimationFrame(() => drawn()));
  setTimeout(drawn, 1_000);
})`;
/**
 * A page of the same server, without scripts; its headers let the browser keep the process, and with it the compiled
 * scripts.
 */
const PLAIN_PAGE = '/favicon.ico';
/** Has nothing of the other pages, not even the rail, and asks for nothing. */
const BETWEEN_PAGES = { path: '/app/sign-in/forgot', heading: 'Reset your password' };
/** What the next test must not find: what is stored, and what lies over all pages. Notices are dismissed. */
const HAS_LEFTOVERS = `(() => {
  for (const button of document.querySelectorAll('[role=status] [aria-label=Dismiss]')) button.click();
  return localStorage.length + sessionStorage.length + document.querySelectorAll('[role=dialog], [role=alertdialog]').length > 0;
})()`;
/** Each page that is looked at takes it in: the form with comments is twice as long and takes twice the time. */
const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const AXE_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** All rows of a list have the same parts: `npm test` looks at one in each status, which takes half of the time. */
const AXE_CONTEXT = IS_LONG
  ? 'document'
  : "{ exclude: [['tbody tr:nth-child(n + 10)'], ['li:nth-child(n + 10)']] }";

/** How a tab looks. */
export interface TabOptions {
  session?: SessionCredentials | undefined;
  width?: number;
  height?: number;
  theme?: 'light' | 'dark';
  /** Console errors that the test provokes; the next test begins with a load, because this page has met failures. */
  expected?: RegExp;
  /** The test changes the document itself, or is about one that was just loaded: it begins with a load, and so does the next. */
  isFresh?: boolean;
}

/** The server that a tab shows. */
type Server = Pick<TestApp, 'url'>;

/** A tab. */
export interface Tab {
  page: Page;
  context: BrowserContext;
  /**
   * Goes to a path below /app, and waits until something is drawn: within the document if it shows the dashboard, as
   * links do, though nothing of the page before stays but what it has read; otherwise, and the second time in a test, by a
   * load.
   */
  open(path: string): Promise<void>;
  /** The same by a load, always: 0.5 s of CPU more. */
  load(path: string): Promise<void>;
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
    if (shared) shared.isSpoilt = true;
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
    if (shared) await tidy(shared, app, options);
    shared ??= await openWatchedTab(browser, app);
    opened.add(shared);
    await start(shared, app, options);
    return shared;
  };
  return { openTab, openOwnTab };
}

/** Removes what a test has left: pages, changed answers, and, unless the next test can continue in it, the document. */
async function tidy(tab: WatchedTab, app: Server, options: TabOptions): Promise<void> {
  const { page, context } = tab;
  for (const other of context.pages()) if (other !== page) await other.close();
  await context.setOffline(false);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  if (!options.isFresh && (await canGoOn(tab, app, options))) return;
  await page.goto(app.url + PLAIN_PAGE);
  await page.evaluate('localStorage.clear(); sessionStorage.clear()');
  await context.clearCookies();
  tab.isSpoilt = false;
}

/** Whether the document is of the session of the next test, and nothing is left that going to another page does not remove. */
async function canGoOn(
  { isSpoilt, page, context }: WatchedTab,
  app: Server,
  { session }: TabOptions,
): Promise<boolean> {
  if (isSpoilt || !isDashboard(page, app)) return false;
  const cookies = await context.cookies();
  if (cookies.map(({ value }) => value).join() !== (session?.token ?? '')) return false;
  return !(await page.evaluate<boolean>(HAS_LEFTOVERS));
}

/** By its address: some pages there are not of the dashboard. */
function isDashboard(page: Page, app: Server): boolean {
  return page.url().startsWith(`${app.url}/app`);
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
  tab.isSpoilt ||= expected !== undefined || options.isFresh === true;
}

/** A tab that remembers from now on what a test does not expect. */
interface WatchedTab extends Tab {
  watch(expected: RegExp | undefined): void;
  /** No further test may continue in the document. */
  isSpoilt: boolean;
}

async function openWatchedTab(browser: Windows, app: Server): Promise<WatchedTab> {
  const context = await browser.newContext();
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: app.url });
  const page = await context.newPage();
  await page.addInitScript(SCRIPT);
  const drawn = () => page.locator('h1:visible, h2:visible').first().waitFor();
  const load = async (path: string) => {
    await page.goto(`${app.url}/app${path}`);
    await drawn();
  };
  const heard = listen(page, app);
  const visited = new Set<string>();
  return {
    page,
    context,
    isSpoilt: false,
    ...heard,
    watch(expected) {
      visited.clear();
      heard.watch(expected);
    },
    async open(path) {
      // What was read within the last second is not read again: the second time a test expects something new.
      const isSecond = visited.has(path);
      visited.add(path);
      if (!isSecond && isDashboard(page, app) && (await goWithin(page, `/app${path}`))) await drawn();
      else await load(path);
    },
    load,
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
        `axe.run(${AXE_CONTEXT}, ${options}).then(({ violations }) => violations)`,
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

/**
 * Goes to a path as a link of the page does, by way of a page that has nothing in common with either.
 * @returns whether the document is one that can
 */
async function goWithin(page: Page, path: string): Promise<boolean> {
  const leave = `history.pushState(null, '', '${BETWEEN_PAGES.path}')`;
  if (!(await page.evaluate<boolean>(`document.getElementById('root') !== null && (${leave}, true)`)))
    return false;
  await page.getByRole('heading', { name: BETWEEN_PAGES.heading }).waitFor();
  await page.evaluate(`history.replaceState(null, '', ${JSON.stringify(path)});
    scrollTo(0, 0);
    shifted = 0;
    openedAt = performance.now();`);
  return true;
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
