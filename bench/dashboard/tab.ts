// Tabs of the browser, and the time at which a tab shows the first row of its list.
import type { BrowserContext, Page } from 'playwright-core';
import { type DashboardService, PAGE_SIZE } from './service.ts';

/** A page with a list. */
export interface ShownList {
  /** The path with its query. */
  path: string;
  /** CSS of its rows; placeholders of rows that are still being read do not have it. */
  row: string;
  /** It is a text, and has as many as it has. */
  isText?: true;
}

/** The list of the dashboard, and the one that is as simple as a list can be. Both take the cursor of a page. */
export const DASHBOARD: ShownList = { path: '/app/emails', row: 'tr:has([data-row-link])' };
export const BARE: ShownList = { path: '/bare', row: 'tbody tr' };
/** A guide of the documentation, and the same text as a page without styles and scripts. */
export const GUIDE: ShownList = { path: '/docs/guides/quick-start', row: 'article p', isText: true };
export const BARE_GUIDE: ShownList = { path: '/bare/guide', row: 'article p', isText: true };
/** All lists of the dashboard, by their names. */
export const LISTS: Readonly<Record<string, ShownList>> = Object.fromEntries(
  ['emails', 'logs', 'webhooks', 'suppressions', 'api-keys'].map((name) => [
    name,
    { ...DASHBOARD, path: `/app/${name}` },
  ]),
);

/** A longer wait means broken, not slow. */
const PATIENCE_MS = 30_000;
const SECOND_MS = 1_000;

/** Opens a profile: signed in, and with an empty cache. */
export async function openProfile({
  browser,
  origin,
  session,
}: Pick<DashboardService, 'browser' | 'origin' | 'session'>): Promise<BrowserContext> {
  const profile = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  await profile.addCookies([{ name: 'posthorn_session', value: session, url: origin }]);
  return profile;
}

/** Opens a tab, works with it, and closes it. @throws Error when anything in the tab fails, or an answer is an error */
export async function withTab<Result>(
  profile: BrowserContext,
  work: (tab: Page) => Promise<Result>,
): Promise<Result> {
  const tab = await profile.newPage();
  const failures: string[] = [];
  tab.on('pageerror', ({ message }) => failures.push(message));
  tab.on('console', (message) => {
    if (message.type() === 'error') failures.push(message.text());
  });
  tab.on('response', (response) => {
    if (!response.ok() && response.status() !== 304) failures.push(`${response.status()} ${response.url()}`);
  });
  try {
    const result = await work(tab);
    if (failures.length === 0) return result;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`A tab of the dashboard failed: ${[reason, ...failures].join('; ')}`, { cause });
  } finally {
    await tab.close();
  }
  throw new Error(`Something failed in a tab of the dashboard: ${failures.join('; ')}`);
}

/** The time of a new tab until the first row of a list. */
export interface FirstRow {
  /** The time from the begin of the navigation until it is painted. */
  wallMs: number;
  /** The CPU time of the main thread of the tab. */
  cpuMs: number;
}

/**
 * Opens a list in a new tab.
 * @throws Error when it does not show a whole page
 */
export async function openList(
  tab: Page,
  origin: string,
  { path, row, isText }: ShownList,
): Promise<FirstRow> {
  const isThere = `document.querySelector(${JSON.stringify(row)}) !== null`;
  const browser = await tab.context().newCDPSession(tab);
  await browser.send('Performance.enable', { timeDomain: 'threadTicks' });
  await tab.addInitScript(`window.firstRowPainted = ${untilPainted(isThere)};`);
  await tab.goto(`${origin}${path}`, { waitUntil: 'commit' });
  const wallMs = await tab.evaluate<number>('window.firstRowPainted');
  const { metrics } = await browser.send('Performance.getMetrics');
  const cpu = metrics.find(({ name }) => name === 'TaskDuration');
  if (!cpu) throw new Error('The browser does not say how long its tasks took.');
  const rows = await tab.locator(row).count();
  if (!isText && rows !== PAGE_SIZE) throw new Error(`${path} shows ${rows} rows.`);
  return { wallMs, cpuMs: cpu.value * SECOND_MS };
}

/** As `openList`, in a tab that is closed again. */
export function measureFirstRow(profile: BrowserContext, origin: string, list: ShownList): Promise<FirstRow> {
  return withTab(profile, (tab) => openList(tab, origin, list));
}

/** Its time alone. */
export async function timeFirstRow(
  profile: BrowserContext,
  origin: string,
  list: ShownList,
): Promise<number> {
  return (await measureFirstRow(profile, origin, list)).wallMs;
}

/** The same in a profile of its own, whose cache is empty. */
export async function timeFirstRowEver(service: DashboardService, list: ShownList): Promise<number> {
  const profile = await openProfile(service);
  try {
    return await timeFirstRow(profile, service.origin, list);
  } finally {
    await profile.close();
  }
}

/**
 * An expression for a promise of the time, in milliseconds since the begin of the navigation, at which a tab has painted
 * what a condition says. What is in the document before a frame is painted by it; the message comes after that.
 * @param isThere an expression of the page
 */
export function untilPainted(isThere: string): string {
  return `new Promise((resolve, reject) => {
    const look = () => {
      if (!(${isThere})) return;
      observer.disconnect();
      requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.onmessage = () => resolve(performance.now());
        channel.port2.postMessage('painted');
      });
    };
    const observer = new MutationObserver(look);
    observer.observe(document, { childList: true, characterData: true, subtree: true });
    setTimeout(() => reject(new Error('It is not drawn.')), ${PATIENCE_MS});
    look();
  })`;
}
