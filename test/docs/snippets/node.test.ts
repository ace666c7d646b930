// The Node snippets of all guides, then all guides again in another language, and the tests in them for Playwright and
// Vitest, on one server: a reader who changes the language, or begins again, finds what is there already.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { withReceiver } from './support/receiver.ts';
import { testGuides, testGuidesTwice, useGuideServer } from './support/use-guides.ts';

/** The browser of the whole run, instead of one that Playwright would download. */
const PLAYWRIGHT_CONFIG =
  'export default { use: { connectOptions: { wsEndpoint: process.env.TEST_BROWSER_URL } } };\n';

describe('The Node snippets of the guides', () => {
  const server = useGuideServer();

  before(() => writeFile(path.join(server.directory, 'playwright.config.mjs'), PLAYWRIGHT_CONFIG));

  testGuidesTwice(server, 'node', { 'webhooks in curl': (run) => withReceiver(server, run) });
  testGuides(server, 'vitest');
  testGuides(server, 'playwright');
});
