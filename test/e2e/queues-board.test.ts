// bull-board in Chromium: with its login and its content security policy; test/api/ops has it on both backends.

import type { Queue } from 'bullmq';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { WakeUp } from '../../shared/platform/queues/definition.ts';
import {
  clearProviderSwitch,
  tripProviderSwitch,
} from '../../shared/resources/foundation/providers/switch.ts';
import { WORK_KINDS } from '../../shared/resources/work-kinds.ts';
import { OPS_TOKEN, useApp } from '../support/api/app.ts';
import { createAccount, createEmail } from '../support/factories/factories.ts';
import { describeOnOneBackend } from '../support/queues/queue-backends.ts';
import { eventually } from '../support/time/eventually.ts';
import { useBrowser } from './support/browser.ts';

/** The only thing that the policy is meant to block: fonts of another company. */
const FOREIGN_FONTS = 'fonts.googleapis.com';
const SCREENSHOT_DIRECTORY = process.env['SCREENSHOT_DIRECTORY'];

describeOnOneBackend('postgres', 'bull-board', (backend) => {
  describe('in Chromium', () => {
    const browser = useBrowser();
    const app = useApp({ config: () => ({ redisUrl: backend.redisUrl, queuePrefix: '{board-test}' }) });
    let queue: Queue<WakeUp>;
    // Its tests share a page that is signed in; each opens what it looks at.
    let page: Page;
    const problems: string[] = [];
    before(async () => {
      const [first] = app.deps.queues.all();
      queue = first ?? expect.fail('There is no queue.');
      await eventually('the queue takes a job', () =>
        queue.add('look-here', { ids: ['an-id-of-this-test'] }),
      );
      page = await browser.newPage();
      page.on('pageerror', (error) => problems.push(error.message));
      page.on('console', (message) => {
        if (message.type() === 'error') problems.push(`${message.location().url}: ${message.text()}`);
      });
      await page.goto(`${app.url}/ops/queues`);
      await page.getByLabel('OPS_TOKEN').fill(OPS_TOKEN);
      await page.click('button');
      await page.waitForURL('**/ops/queues');
    });
    afterEach(() => {
      const unexpected = problems.filter((problem) => !problem.includes(FOREIGN_FONTS));
      expect(unexpected).to.deep.equal([]);
    });

    const capture = async (name: string) => {
      if (SCREENSHOT_DIRECTORY) {
        await page.screenshot({ path: `${SCREENSHOT_DIRECTORY}/${name}-${app.deps.queues.backend}.png` });
      }
    };
    /** Links and buttons that the notice covers when the page is scrolled to its end. */
    const coveredBy = () =>
      page.evaluate(`[...document.querySelectorAll('#root a, #root button')]
        .filter((element) => {
          const box = element.getBoundingClientRect();
          const { top } = document.getElementById('wake-up-notice').getBoundingClientRect();
          return box.height > 0 && box.bottom > top && box.top < window.innerHeight;
        })
        .map((element) => element.outerHTML.slice(0, 200))`);
    /** Whether nothing covers the words of the notice. */
    const isReadable = () =>
      page.evaluate(`(() => {
        const notice = document.getElementById('wake-up-notice');
        const { left, right, top, bottom } = notice.getBoundingClientRect();
        return [left + 20, (left + right) / 2, right - 5].every((x) =>
          notice.contains(document.elementFromPoint(x, (top + bottom) / 2)));
      })()`);

    it('shows the queues and their jobs, and the policy blocks nothing that it needs', async () => {
      await page.goto(`${app.url}/ops/queues`);
      await page.getByRole('link', { name: queue.name }).first().click();
      await page.getByText('look-here').first().waitFor();
      await page.getByText('an-id-of-this-test').first().waitFor();
      await capture('jobs');
    });

    it('says on each page that a job is only a wake-up, and the notice covers nothing', async () => {
      for (const [name, path] of [
        ['overview', ''],
        ['queue', `/queue/${queue.name}`],
      ] as const) {
        await page.goto(`${app.url}/ops/queues${path}`);
        await page.getByText(queue.name).first().waitFor();
        await page.getByText('Loading').first().waitFor({ state: 'hidden' });
        const notice = page.getByRole('note');
        await notice.waitFor();
        expect(await notice.textContent()).to.include('A job is only a wake-up.');
        // They come later and make the notice higher.
        await notice.getByRole('listitem').first().waitFor();
        await capture(`notice-${name}`);
        expect(await isReadable()).to.equal(true);
        // To the end of the page, and of the list of queues next to it.
        await page.evaluate(`for (const each of [document.documentElement, ...document.querySelectorAll('#root *')])
          each.scrollTop = each.scrollHeight`);
        expect(await coveredBy()).to.deep.equal([]);
      }
    });

    it("shows the rows of work of the queues and keeps them up to date, on a queue's page its own alone", async () => {
      await page.goto(`${app.url}/ops/queues`);
      const rows = page.getByRole('list', { name: 'Rows of work of the queues' });
      const line = rows.getByRole('listitem').filter({ hasText: /^send(?!-)/ });
      await line.getByText('0 due').waitFor();
      const { id } = await createAccount(app.pool);
      await createEmail(app.pool, id);
      await app.pool.query('UPDATE email_recipients SET next_attempt_at = $1, woken_at = NULL', [
        new Date(app.clock.now().getTime() - 120_000),
      ]);
      await line.getByText('1 due').waitFor();
      await line.getByText('1 stuck').waitFor();
      await capture('rows');
      expect(await rows.getByRole('listitem').count()).to.equal(WORK_KINDS.length);
      for (const name of [queue.name, 'send-in-turn']) {
        await page.goto(`${app.url}/ops/queues/queue/${name}`);
        await rows.getByText('1 stuck').waitFor();
        expect(await rows.getByRole('listitem').count()).to.equal(1);
      }
      await capture('rows-of-queue');
      await app.pool.query('UPDATE email_recipients SET next_attempt_at = NULL');
      await rows.getByText('0 stuck').waitFor();
    });

    it('names the providers that take no mail in its notice', async () => {
      await tripProviderSwitch(app.pool, '535 <b>Access denied</b>');
      await page.goto(`${app.url}/ops/queues`);
      const stopped = page
        .getByRole('note')
        .getByRole('listitem')
        .filter({ hasText: /^default/ });
      await stopped.waitFor();
      expect(await stopped.textContent()).to.equal(
        'default refuses us, and 0 wait for it: 535 <b>Access denied</b>',
      );
      await clearProviderSwitch(app.pool);
      await stopped.waitFor({ state: 'detached' });
    });

    it('names the mailbox providers that rest in its notice', async () => {
      await app.pool.query(
        `INSERT INTO destinations (provider, source, "window", rests_until, rested_at, reason, reply, updated_at)
         VALUES ('microsoft', '192.0.2.1', 1, $1, now(), 'blocked', '550 5.7.606 <b>Access denied</b>', now())`,
        [new Date(app.clock.now().getTime() + 4 * 3_600_000)],
      );
      await page.goto(`${app.url}/ops/queues`);
      const rest = page.getByRole('note').getByRole('listitem').filter({ hasText: 'microsoft' });
      await rest.getByText('from 192.0.2.1 rests until').waitFor();
      expect(await rest.textContent()).to.include('because it blocks us: 550 5.7.606 <b>Access denied</b>');
      await capture('notice-rests');
      await app.pool.query('TRUNCATE destinations');
      await rest.waitFor({ state: 'detached' });
    });

    it('pauses and resumes a queue from its page', async () => {
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
    });

    it('shows the statistics of the datastore', async () => {
      const answer = await page.request.get(`${app.url}/ops/queues/api/redis/stats`);
      expect(answer.status()).to.equal(200);
      expect(await answer.json()).to.have.property('version');
    });
  });
});
