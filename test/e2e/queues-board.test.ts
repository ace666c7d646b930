// bull-board in Chromium: behind the login and the content security policy, on both backends of the queue.

import type { Queue } from 'bullmq';
import { expect } from 'chai';
import type { Browser, Page } from 'playwright-core';
import type { WakeUp } from '../../shared/queues/definition.ts';
import { OPS_TOKEN, useApp } from '../support/app.ts';
import { eventually } from '../support/eventually.ts';
import { describeOnEachBackend } from '../support/queue-backends.ts';
import { launchBrowser } from './support/browser.ts';

/** The one thing that the policy is meant to block: fonts of another company. */
const FOREIGN_FONTS = 'fonts.googleapis.com';
/** Browsers ask for it by themselves, and an API has none. */
const FAVICON = '/favicon.ico';
const SCREENSHOT_DIRECTORY = process.env['SCREENSHOT_DIRECTORY'];

describeOnEachBackend('bull-board', (backend) => {
  describe('in Chromium', () => {
    let browser: Browser | undefined;
    after(() => browser?.close());
    const app = useApp({ config: () => ({ redisUrl: backend.redisUrl, queuePrefix: '{board-test}' }) });
    let queue: Queue<WakeUp>;
    before(async () => {
      browser = await launchBrowser();
      const [first] = app.deps.queues.all();
      queue = first ?? expect.fail('There is no queue.');
      await eventually('the queue takes a job', () =>
        queue.add('look-here', { ids: ['an-id-of-this-test'] }),
      );
    });

    /** A page in a profile of its own, and what its console shows as broken. */
    const openPage = async () => {
      const context = await browser?.newContext();
      const page = (await context?.newPage()) ?? expect.fail('There is no browser.');
      const problems: string[] = [];
      page.on('pageerror', (error) => problems.push(error.message));
      page.on('console', (message) => {
        if (message.type() === 'error') problems.push(`${message.location().url}: ${message.text()}`);
      });
      return { page, problems };
    };
    const signIn = async (page: Page) => {
      await page.goto(`${app.url}/ops/queues`);
      await page.fill('#token', OPS_TOKEN);
      await page.click('button');
      await page.waitForURL('**/ops/queues');
    };
    const capture = async (page: Page, name: string) => {
      if (SCREENSHOT_DIRECTORY) {
        await page.screenshot({ path: `${SCREENSHOT_DIRECTORY}/${name}-${app.deps.queues.backend}.png` });
      }
    };
    const unexpected = (problems: string[]) =>
      problems.filter((problem) => !problem.includes(FOREIGN_FONTS) && !problem.includes(FAVICON));

    it('shows the queues and their jobs, and nothing that it needs is blocked', async () => {
      const { page, problems } = await openPage();
      await signIn(page);
      await page.getByRole('link', { name: queue.name }).first().click();
      await page.getByText('look-here').first().waitFor();
      await page.getByText('an-id-of-this-test').first().waitFor();
      await capture(page, 'jobs');
      expect(unexpected(problems)).to.deep.equal([]);
    });

    it('pauses and resumes a queue from its page', async () => {
      const { page, problems } = await openPage();
      await signIn(page);
      for (const [item, paused] of [
        ['Pause', true],
        ['Resume', false],
      ] as const) {
        await page.goto(`${app.url}/ops/queues/queue/${queue.name}`);
        await page.locator('button[aria-haspopup="menu"]').first().click();
        await page.getByRole('menuitem', { name: item, exact: true }).click();
        const answered = page.waitForResponse((answer) => answer.request().method() === 'PUT');
        await page
          .getByRole('alertdialog')
          .or(page.getByRole('dialog'))
          .getByRole('button', { name: 'Confirm' })
          .click();
        expect((await answered).status()).to.equal(200);
        expect(await queue.isPaused()).to.equal(paused);
      }
      expect(unexpected(problems)).to.deep.equal([]);
    });

    it('shows what the datastore tells of itself', async () => {
      const { page, problems } = await openPage();
      await signIn(page);
      const answer = await page.request.get(`${app.url}/ops/queues/api/redis/stats`);
      expect(answer.status()).to.equal(200);
      expect(await answer.json()).to.have.property('version');
      expect(unexpected(problems)).to.deep.equal([]);
    });
  });
});
