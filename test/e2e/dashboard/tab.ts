// A tab with the dashboard: signed in, of a given size and theme. Everything that must not happen in any test is
// remembered: errors in the console, reports of the Content-Security-Policy, requests to other hosts.
import axe from 'axe-core';
import { expect } from 'chai';
import type { Browser, BrowserContext, Page, Request } from 'playwright-core';
import type { TestApp } from '../../support/app.ts';
import type { SessionCredentials } from '../../support/people-factories.ts';

/** Where screenshots go, when one wants to look at them. */
const SCREENSHOT_DIRECTORY = process.env['SCREENSHOT_DIRECTORY'];
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
  /** Fails when the page is wider than its window. */
  expectNoSidewaysScroll(what: string): Promise<void>;
  shoot(name: string): Promise<void>;
}

/** Opens a tab with a profile of its own. */
export async function openTab(
  browser: Browser,
  app: Pick<TestApp, 'url'>,
  options: TabOptions = {},
): Promise<Tab> {
  const { session, width = 1280, height = 800, theme = 'light', expected } = options;
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: theme,
    reducedMotion: 'reduce',
  });
  if (session) {
    await context.addCookies([{ name: 'posthorn_session', value: session.token, url: app.url }]);
  }
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: app.url });
  const page = await context.newPage();
  const problems: string[] = [];
  const requests: string[] = [];
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
  await page.addInitScript(
    `addEventListener('securitypolicyviolation', (event) => console.error('CSP: ' + event.violatedDirective + ' ' + event.blockedURI));`,
  );
  return {
    page,
    context,
    problems,
    requests,
    async open(path) {
      await page.goto(`${app.url}/app${path}`);
      await page.locator('h1:visible, h2:visible').first().waitFor();
    },
    async settled() {
      await page.locator('[aria-busy=true], [class*=skeleton]').first().waitFor({ state: 'detached' });
      await page.evaluate('document.fonts.ready.then(() => undefined)');
    },
    async findFaults() {
      await page.evaluate(axe.source);
      const { violations } = await page.evaluate<AxeResult>(
        `axe.run({ runOnly: ${JSON.stringify(AXE_TAGS)} })`,
      );
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
      );
    },
    async expectNoSidewaysScroll(what) {
      const scrollable = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
      expect(scrollable, `${what} scrolls sideways`).to.be.at.most(0);
    },
    async shoot(name) {
      if (SCREENSHOT_DIRECTORY) await page.screenshot({ path: `${SCREENSHOT_DIRECTORY}/${name}.png` });
    },
  };
}

interface AxeResult {
  violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
}

function isOwn(request: Request, app: Pick<TestApp, 'url'>): boolean {
  const url = new URL(request.url());
  return url.origin === app.url || url.protocol === 'data:' || url.protocol === 'blob:';
}

function nameOf(request: Request): string {
  const { pathname, search } = new URL(request.url());
  return `${request.method()} ${pathname}${search}`;
}
