// The browser of the end-to-end tests, which one run has for all files (test/runner/browser.ts).
import { expect } from 'chai';
import { type Browser, chromium } from 'playwright-core';

/** Opens profiles and pages, each in a window of its own. */
export type Windows = Pick<Browser, 'newContext' | 'newPage'>;

/** Connects the tests of the enclosing `describe` to the browser; use it inside hooks and tests. */
export function useBrowser(): Windows {
  let browser: Browser | undefined;
  const connected = () => browser ?? expect.fail('The browser is connected only inside hooks and tests.');
  before(async () => {
    const url = process.env['TEST_BROWSER_URL'];
    if (!url) throw new Error('TEST_BROWSER_URL is absent: run the tests with `npm test -- <files>`.');
    browser = await chromium.connect(url);
  });
  // Its profiles are removed with the connection.
  after(() => browser?.close());
  return {
    newContext: (options) => connected().newContext(options),
    newPage: (options) => connected().newPage(options),
  };
}
