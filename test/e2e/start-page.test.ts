// The start page in a browser, from a real `npm start` to a mail in its inbox (docs/reference/pages.md#the-start-page), and what
// it leads to: a program of one's own, and the reference that tries an operation.
import { execFile } from 'node:child_process';
import { request as forward } from 'node:http';
import { promisify } from 'node:util';
import { expect } from 'chai';
import type { Announcement } from '../../dev/announcement.ts';
import { SIMULATOR_OUTCOMES } from '../../shared/contract/emails/simulator-outcomes.ts';
import { useDevelopmentFile } from '../api/start/development-file.ts';
import { makeMigratedDataDirectory, removeDataDirectory } from '../dev/support/data-directory.ts';
import { type LocalStack, startLocalStack } from '../dev/support/local-stack.ts';
import { useApp } from '../support/api/app.ts';
import { createApiKey, createDomain } from '../support/factories/factories.ts';
import { type HttpServer, startHttpServer } from '../support/net/http-server.ts';
import { eventually } from '../support/time/eventually.ts';
import { inspectOpen } from './dashboard/inspect.ts';
import { type Tab, useTabs } from './dashboard/tab.ts';
import { testNewcomers } from './start/newcomer.ts';
import { type Start, TO_THE_INBOX } from './start/start.ts';
import { testTryIt } from './start/try-it.ts';
import { useBrowser } from './support/browser.ts';

const run = promisify(execFile);
const OFFLINE = /ERR_INTERNET_DISCONNECTED/;

describe('The start page of npm start', () => {
  let dataDir: string;
  let stack: LocalStack;
  let announcement: Announcement;
  const server = {
    get url() {
      return announcement.apiUrl;
    },
  };
  before(async () => {
    dataDir = await makeMigratedDataDirectory();
    stack = startLocalStack({ dataDir });
    announcement = await stack.ready();
  });
  after(async () => {
    await stack?.end('SIGTERM');
    await removeDataDirectory(dataDir);
  });
  const browser = useBrowser();
  const { openTab } = useTabs(server);
  const open = async (options: Parameters<typeof openTab>[0] = {}) => {
    const tab = await openTab(options);
    await tab.page.goto(`${announcement.apiUrl}/`);
    return tab;
  };
  const press = ({ page }: Tab, name: string) => page.getByRole('button', { name, exact: true }).click();
  const readClipboard = ({ page }: Tab) => page.evaluate<string>('navigator.clipboard.readText()');

  it('leads to the first mail in the inbox by two presses', async () => {
    const tab = await open({ expected: TO_THE_INBOX });
    await press(tab, 'Send from here');
    await tab.page.getByText('Delivered.').waitFor();
    expect(await tab.page.getByLabel('The answer').textContent()).to.match(
      /^200 OK\n\{\n {2}"id": "[0-9a-f-]{36}"/,
    );
    await tab.page.getByRole('link', { name: 'Look at it in the inbox' }).click();
    await tab.page.getByRole('heading', { name: 'Your order 17' }).waitFor();
    expect(tab.page.url()).to.match(new RegExp(`^${announcement.inboxUrl}/#/[0-9a-f-]{36}$`));
    expect(tab.problems).to.deep.equal([]);
  });

  it('has no link that leads nowhere', async () => {
    const { page } = await open();
    const hrefs = await page.evaluate<string[]>('[...document.links].map(({ href }) => href)');
    expect(hrefs).to.have.length.above(10);
    for (const href of hrefs)
      expect((await fetch(href, { headers: { accept: 'text/html' } })).status, href).to.equal(200);
  });

  it('copies by one press a request that runs as it is, and each address of the simulator', async () => {
    const tab = await open();
    await tab.page.locator('[data-copies="first-request"]').click();
    await tab.page.getByRole('button', { name: 'Copied' }).waitFor();
    const { stdout } = await run('sh', ['-c', await readClipboard(tab)]);
    expect(JSON.parse(stdout)).to.have.all.keys('id');
    for (const { id } of SIMULATOR_OUTCOMES) {
      await tab.page.locator(`[data-copies="to-${id}"]`).click();
      await tab.page.locator(`[data-copies="to-${id}"]`, { hasText: 'Copied' }).waitFor();
      expect(await readClipboard(tab)).to.equal(`${id}@simulator.test`);
    }
    expect(tab.problems).to.deep.equal([]);
  });

  it('says in its place that the server is away, and sends when it is back', async () => {
    const tab = await open({ expected: OFFLINE });
    await tab.context.setOffline(true);
    await press(tab, 'Send from here');
    await tab.page.getByText('The server does not answer. Is npm start still running?').waitFor();
    await tab.context.setOffline(false);
    await press(tab, 'Send from here');
    await tab.page.getByText('Delivered.').waitFor();
    expect(tab.problems).to.deep.equal([]);
  });

  it('shows what a refusal says', async () => {
    const tab = await open({ expected: /status of 401/ });
    await tab.page.evaluate(`document.getElementById('send').dataset.key = 'ph_another'`);
    await press(tab, 'Send from here');
    await tab.page.getByText('The server has refused it.').waitFor();
    expect(await tab.page.getByLabel('The answer').textContent()).to.include('invalid_api_key');
  });

  it('has no key under a foreign name of the machine', async () => {
    const { page } = await openTab({ expected: /posthorn\.test|Cross-Origin-Opener-Policy/ });
    await page.goto(`http://posthorn.test:${new URL(announcement.apiUrl).port}/`);
    await page.getByRole('link', { name: `${announcement.apiUrl}/` }).waitFor();
    expect(await page.content()).not.to.include(announcement.apiKey);
    await page.getByRole('link', { name: `${announcement.apiUrl}/` }).click();
    await page.getByText(announcement.apiKey).waitFor();
  });

  it('is there without a script, but for what needs one', async () => {
    const context = await browser.newContext({
      javaScriptEnabled: false,
      viewport: { width: 320, height: 640 },
    });
    const page = await context.newPage();
    await page.goto(`${announcement.apiUrl}/`);
    await page.getByText(announcement.apiKey).waitFor();
    expect(await page.getByRole('button').count()).to.equal(0);
    for (const name of ['Dashboard', 'Inbox', 'DNS', 'Queues', 'Documentation', 'Send from my program'])
      expect(await page.getByRole('link', { name, exact: true }).first().isVisible(), name).to.equal(true);
    await context.close();
  });

  it('opens the dashboard from then on in a browser whose person chooses so, until they choose otherwise', async () => {
    const tab = await open({ session: { token: 'x', csrfToken: '' }, expected: /status of 401/ });
    const { page } = tab;
    await press(tab, 'Always open the dashboard');
    await page.waitForURL(/\/app/);
    await page.goto(`${announcement.apiUrl}/`);
    expect(new URL(page.url()).pathname).to.match(/^\/app/);
    await page.goto(`${announcement.apiUrl}/?start`);
    await press(tab, 'Show this page first');
    await page.waitForURL(`${announcement.apiUrl}/`);
    await page.getByRole('button', { name: 'Send from here' }).waitFor();
  });

  it('has no fault in either theme on a desk and a phone, and fits 320 px, before and after it has sent', async () => {
    const tab = await open();
    await inspectOpen(tab, 'start');
    await press(tab, 'Send from here');
    await tab.page.getByText('Delivered.').waitFor();
    await inspectOpen(tab, 'start-sent');
    await tab.page.setViewportSize({ width: 320, height: 640 });
    const code = tab.page.getByLabel('The first request');
    await code.focus();
    await tab.page.keyboard.press('ArrowRight');
    const readScroll = () => tab.page.evaluate<number>(`document.getElementById('first-request').scrollLeft`);
    await eventually('the code scrolls by keys', async () => (await readScroll()) > 0);
    expect(tab.problems).to.deep.equal([]);
  });

  // One start for all of them: it takes longer than any of their tests.
  const start: Start = {
    get announcement() {
      return announcement;
    },
    output: () => stack.output(),
    openTab,
  };
  testNewcomers(start);
  testTryIt(start);
});

describe('The start page below a path of a proxy', () => {
  const file = useDevelopmentFile();
  let proxy: HttpServer;
  const outside: string[] = [];
  before(async () => {
    proxy = await startHttpServer(({ url = '', method, headers }, answer) => {
      if (!url.startsWith('/mail/')) outside.push(url);
      const to = { host: '127.0.0.1', port: app.port, path: url.slice('/mail'.length), method, headers };
      const passedOn = forward(to, (own) => own.pipe(answer.writeHead(own.statusCode ?? 502, own.headers)));
      answer.req.pipe(passedOn);
    });
  });
  after(() => proxy.close());
  const app = useApp({ config: () => ({ publicUrl: `${proxy.url}/mail`, developmentFile: file.path }) });
  const { openTab } = useTabs({
    get url() {
      return proxy.url;
    },
  });

  it('sends the first mail, and leads to paths below it', async () => {
    const { token: apiKey, accountId } = await createApiKey(app.pool);
    const { name: domain } = await createDomain(app.pool, accountId);
    await file.write({ apiKey, domain });
    const { page, problems } = await openTab();
    await page.goto(`${proxy.url}/mail/`);
    await page.getByText(`${proxy.url}/mail/emails`).waitFor();
    await page.getByRole('button', { name: 'Send from here' }).click();
    await page.getByText('The server has stored it.').waitFor();
    const href = await page.getByRole('link', { name: 'Send from my program' }).getAttribute('href');
    expect(href).to.equal('/mail/docs/guides/quick-start');
    expect({ problems, outside }).to.deep.equal({ problems: [], outside: [] });
  });
});
