// The browser of the end-to-end tests: the machine's own Chromium, with a fresh profile and without network requests of
// its own, so that every request that reaches a server comes from the page.
import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { type Browser, chromium } from 'playwright-core';

/** Names under which distributions install it. */
const CHROMIUM_NAMES = ['chromium', 'chromium-browser', 'google-chrome'];
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The program: `CHROMIUM_PATH`, otherwise the first on the path; undefined when there is none. */
export function findChromium(): string | undefined {
  const named = process.env['CHROMIUM_PATH'];
  if (named) return isProgram(named) ? named : undefined;
  const directories = (process.env['PATH'] ?? '').split(path.delimiter);
  return CHROMIUM_NAMES.flatMap((name) => directories.map((directory) => path.join(directory, name))).find(
    isProgram,
  );
}

/** Starts the browser; its profile is removed with it. @param flags further ones */
export function launchBrowser(flags: readonly string[] = []): Promise<Browser> {
  const executablePath = findChromium();
  if (!executablePath)
    throw new Error('No Chromium here: set CHROMIUM_PATH, or leave the end-to-end tests out.');
  return chromium.launch({ executablePath, args: [...FLAGS, ...flags] });
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
