// The browser of the scenario `dashboard`: the machine's own Chromium, headless and without requests of its own.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type Browser, chromium } from 'playwright-core';
import { CHROMIUM_FLAGS } from './chromium-flags.ts';

/** `CHROMIUM_PATH`, otherwise the first of the names under which distributions install it. */
const FIND =
  'printenv CHROMIUM_PATH || command -v chromium || command -v chromium-browser || command -v google-chrome';
const run = promisify(execFile);

/** Starts it with a profile of its own. @throws Error when there is none on this machine */
export async function launchChromium(): Promise<Browser> {
  const { stdout } = await run('sh', ['-c', FIND]).catch((cause: unknown) => {
    throw new Error('The scenario `dashboard` needs Chromium: install it, or set CHROMIUM_PATH.', { cause });
  });
  return await chromium.launch({ executablePath: stdout.trim(), args: [...CHROMIUM_FLAGS] });
}
