// A file of an import as large as one may be, sent by a tab of the dashboard: how long that takes, and what the tab has in its
// memory in the meantime. The browser reads the file while it sends it, so that should not depend on its size.
import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { BrowserContext, Page } from 'playwright-core';
import { IMPORT_FILE_MAX_BYTES } from '../../shared/contract/limits.ts';
import { monotonicMs } from '../monotonic.ts';
import type { DashboardService } from './service.ts';
import { withTab } from './tab.ts';

/** The cost of an upload. */
export interface UploadCost {
  seconds: number;
  /** The most that the process of the tab had for itself while it sent the file, in MB. */
  tabMb: number;
}

const MEGABYTE = 1024 * 1024;
const KB_OF_MB = 1024;
const SECOND_MS = 1_000;
const LOOK_MS = 100;
/** A longer wait means broken, not slow. */
const PATIENCE_MS = 300_000;

/** Sends a file, and cancels its import. */
export async function measureUpload(
  { origin }: DashboardService,
  profile: BrowserContext,
): Promise<UploadCost> {
  const directory = await mkdtemp(path.join(tmpdir(), 'bench-upload-'));
  try {
    const file = path.join(directory, 'contacts.csv');
    await writeLargest(file);
    return await withTab(profile, (tab) => send(tab, `${origin}/app/contacts/imports/new`, file));
  } finally {
    await rm(directory, { recursive: true });
  }
}

async function send(tab: Page, address: string, file: string): Promise<UploadCost> {
  await tab.goto(address);
  await tab.locator('input[type=file]').setInputFiles(file);
  const button = tab.getByRole('button', { name: 'Import the file' });
  await button.waitFor();
  const watch = await watchMemory(tab);
  const startedAtMs = monotonicMs();
  await button.click();
  await tab.getByText('It waits for its turn').waitFor({ timeout: PATIENCE_MS });
  const seconds = (monotonicMs() - startedAtMs) / SECOND_MS;
  const tabMb = await watch.end();
  await tab.getByRole('button', { name: 'Cancel', exact: true }).click();
  await tab.getByRole('button', { name: 'Cancel the import' }).click();
  await tab.getByText('It was canceled').waitFor();
  return { seconds, tabMb };
}

/** Rows of one contact each, up to the largest file that is taken. */
async function writeLargest(file: string): Promise<void> {
  const row = 'someone.with.a.name@customer.dev,Bo,Neumann\n';
  const rows = Buffer.from(row.repeat(Math.floor(MEGABYTE / row.length)));
  const handle = await open(file, 'w');
  await handle.write('email,first_name,last_name\n');
  for (let size = rows.length; size + MEGABYTE < IMPORT_FILE_MAX_BYTES; size += rows.length)
    await handle.write(rows);
  await handle.close();
}

/** Looks again and again what the renderers have, of which the largest is that of the tab. */
async function watchMemory(tab: Page): Promise<{ end(): Promise<number> }> {
  const browser = await tab.context().browser()?.newBrowserCDPSession();
  if (!browser) throw new Error('The tab has no browser.');
  const { processInfo } = await browser.send('SystemInfo.getProcessInfo');
  const renderers = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
  let most = 0;
  let isOver = false;
  const looking = (async () => {
    while (!isOver) {
      for (const kb of await Promise.all(renderers.map(anonymousKb))) most = Math.max(most, kb);
      await pause(LOOK_MS);
    }
  })();
  return {
    async end() {
      isOver = true;
      await looking;
      if (most === 0) throw new Error('No process of the browser could be looked at.');
      return most / KB_OF_MB;
    },
  };
}

/** Memory that is a process's own, as the task manager of Chromium counts it; 0: it has ended. */
async function anonymousKb(id: number): Promise<number> {
  const status = await readFile(`/proc/${id}/status`, 'utf8').catch(() => '');
  return Number(/^RssAnon:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0);
}
