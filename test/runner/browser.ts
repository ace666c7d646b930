// The browser of the end-to-end tests: the machine's own Chromium, without network requests of its own, so that every
// request that reaches a server comes from a page. One serves all files of a run, each with profiles of its own,
// because its start costs as much as many a test.
import type { BrowserServer } from 'playwright-core';
import { CHROMIUM_FLAGS } from '../../bench/dashboard/chromium-flags.ts';

const FLAGS = [
  ...CHROMIUM_FLAGS,
  // As on a screen: otherwise letters of one font are moved to whole pixels, and those of another are not.
  '--font-render-hinting=none',
  // A host without TLS that is not this machine by its name: browsers trust its pages less.
  '--host-resolver-rules=MAP posthorn.test 127.0.0.1',
];

/** Starts it; it ends with this process. @param executablePath Chromium */
export async function startBrowser(executablePath: string): Promise<BrowserServer> {
  // To load the library takes as long as a small run.
  const { chromium } = await import('playwright-core');
  // test/run.ts handles the signals.
  const signals = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false };
  return await chromium.launchServer({ executablePath, args: FLAGS, host: '127.0.0.1', ...signals });
}
