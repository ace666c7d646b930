// What a tab asks while it is hidden.
import { setTimeout as pause } from 'node:timers/promises';
import type { BrowserContext, Page } from 'playwright-core';
import type { DashboardService } from './service.ts';
import { DASHBOARD, openList, withTab } from './tab.ts';

const HIDDEN_MS = 30_000;
/** In this time a visible tab asks, and what it has asked before it was hidden is answered. */
const SETTLE_MS = 3_000;

/** @returns the requests of 30 hidden seconds @throws Error when the tab does not ask before and afterwards */
export function countHiddenRequests({ origin }: DashboardService, profile: BrowserContext): Promise<number> {
  return withTab(profile, async (tab) => {
    await openList(tab, origin, DASHBOARD);
    let requests = 0;
    tab.on('request', () => {
      requests += 1;
    });
    const countFor = async (ms: number) => {
      requests = 0;
      await pause(ms);
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

/** Says to the page what a browser says when another tab is chosen: a headless one has no other way to. */
async function show(tab: Page, isVisible: boolean): Promise<void> {
  await tab.evaluate(`
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => ${!isVisible} });
    Object.defineProperty(document, 'visibilityState', {
      configurable: true, get: () => '${isVisible ? 'visible' : 'hidden'}' });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));`);
}
