// What a tab asks while it is hidden, and what one reads that is left open in sight while nothing changes.
import { setTimeout as pause } from 'node:timers/promises';
import type { BrowserContext, Page } from 'playwright-core';
import { send } from './events.ts';
import type { DashboardService } from './service.ts';
import { DASHBOARD, openList, withTab } from './tab.ts';

const HIDDEN_MS = 30_000;
/** In this time a visible tab hears of an email and asks, and what it has asked before it was hidden is answered. */
const SETTLE_MS = 5_000;
/** The tab asks once in it for what no event says. */
const IDLE_MS = 60_000;
const IDLES_OF_HOUR = 60;

/**
 * @returns the requests of 30 hidden seconds, in which an email comes every five
 * @throws Error when the tab does not ask before and afterwards
 */
export function countHiddenRequests(service: DashboardService, profile: BrowserContext): Promise<number> {
  return withTab(profile, async (tab) => {
    await openList(tab, service.origin, DASHBOARD);
    let requests = 0;
    tab.on('request', () => {
      requests += 1;
    });
    const countFor = async (ms: number) => {
      requests = 0;
      for (let at = 0; at < ms; at += SETTLE_MS) {
        await send(service, 'while a tab is hidden');
        await pause(SETTLE_MS);
      }
      return requests;
    };
    const before = await countFor(SETTLE_MS);
    await show(tab, false);
    await pause(SETTLE_MS);
    const hidden = await countFor(HIDDEN_MS);
    await show(tab, true);
    const after = await countFor(SETTLE_MS);
    if (before === 0 || after === 0) throw new Error('A visible tab asks nothing either.');
    return hidden;
  });
}

/** @returns the bytes that an open list reads in an hour while nothing changes */
export function measureIdleBytes({ origin }: DashboardService, profile: BrowserContext): Promise<number> {
  return withTab(profile, async (tab) => {
    await openList(tab, origin, DASHBOARD);
    await pause(SETTLE_MS);
    const network = await profile.newCDPSession(tab);
    await network.send('Network.enable');
    let bytes = 0;
    // The head of an answer, and then its body, that of the stream of changes among them.
    network.on('Network.responseReceived', ({ response }) => {
      bytes += response.encodedDataLength;
    });
    network.on('Network.dataReceived', ({ dataLength }) => {
      bytes += dataLength;
    });
    await pause(IDLE_MS);
    return bytes * IDLES_OF_HOUR;
  });
}

/** Says to the page what a browser says when another tab is chosen: a headless one has no other way to. */
async function show(tab: Page, isVisible: boolean): Promise<void> {
  await tab.evaluate(`
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => ${!isVisible} });
    Object.defineProperty(document, 'visibilityState', {
      configurable: true, get: () => '${isVisible ? 'visible' : 'hidden'}' });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));`);
}
