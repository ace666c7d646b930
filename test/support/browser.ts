// A real Chromium for pages. What a person would see in the console as broken is collected, so that a test fails
// on a script error or on something that the page's policy blocked.
import { type Browser, chromium, type Page } from 'playwright-core';

const DEFAULT_CHROMIUM = '/usr/bin/chromium';

/** The browser of a test file. */
export interface TestBrowser {
  /** Opens a page in a profile of its own. */
  newPage(): Promise<{ page: Page; problems: string[] }>;
}

/** Starts Chromium for the tests of the enclosing `describe`. */
export function useBrowser(): TestBrowser {
  let browser: Browser | undefined;
  before(async () => {
    const executablePath = process.env['CHROMIUM_PATH'] ?? DEFAULT_CHROMIUM;
    // Containers run tests as root, where Chromium's sandbox cannot work.
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  });
  after(() => browser?.close());
  return {
    async newPage() {
      if (!browser) throw new Error('The browser runs only inside hooks and tests.');
      const context = await browser.newContext();
      const page = await context.newPage();
      const problems: string[] = [];
      page.on('pageerror', (error) => problems.push(error.message));
      page.on('console', (message) => {
        if (message.type() === 'error') problems.push(`${message.location().url}: ${message.text()}`);
      });
      return { page, problems };
    },
  };
}
