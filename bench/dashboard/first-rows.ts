// What each list of the dashboard takes until its first row, next to the bare page: CPU of the main thread, which is what
// one waits for, and the time that passes. All of them in turns, with a warm cache.
import type { BrowserContext } from 'playwright-core';
import { percentile } from '../load/percentile.ts';
import { takeTurns } from './in-turns.ts';
import { BARE, LISTS, measureFirstRow } from './tab.ts';

const HALF = 1 / 2;
const PAGES = { 'bare page': BARE, ...LISTS };

/** The names of the figures of a page. */
export const cpuOf = (page: string) => `${page}, CPU until the first row, ms`;
export const wallOf = (page: string) => `${page}, first row, ms`;

/** The lists, and the page that they are compared with. */
export const SHOWN_LISTS = Object.keys(LISTS);
export const BARE_PAGE = 'bare page';

/** @returns name of a figure → its median */
export async function measureFirstRows(
  tabs: BrowserContext,
  origin: string,
  turns: number,
): Promise<Map<string, { figure: number }>> {
  const cpuMs = new Map<string, number[]>();
  const works = Object.entries(PAGES).map(([page, list]) => [
    page,
    async () => {
      const row = await measureFirstRow(tabs, origin, list);
      cpuMs.set(page, [...(cpuMs.get(page) ?? []), row.cpuMs]);
      return row.wallMs;
    },
  ]);
  const wallMs = await takeTurns(Object.fromEntries(works), turns);
  const medians = (times: ReadonlyMap<string, number[]>, nameOf: (page: string) => string) =>
    [...times].map(([page, each]) => [nameOf(page), { figure: percentile(each, HALF) }] as const);
  return new Map([...medians(cpuMs, cpuOf), ...medians(wallMs, wallOf)]);
}
