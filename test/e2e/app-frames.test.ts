// Hostile emails in the frames of the dashboard, in Chromium: nothing runs, and nothing reaches a server that nobody
// asked to load images from. The frame stands in a page of this server, as in the dashboard.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { useBuild } from '../api/app/dashboard-build.ts';
import { useApp } from '../support/api/app.ts';
import { createEmail } from '../support/factories/factories.ts';
import { signIn } from '../support/factories/people-factories.ts';
import { eventually } from '../support/time/eventually.ts';
import { useBrowser } from './support/browser.ts';

const ATTACKS: Readonly<Record<string, (url: string) => string>> = {
  'a script': (url) => `<script>fetch('${url}')</script>`,
  'an event handler': (url) => `<img src="data:," onerror="fetch('${url}')">`,
  'a script in an SVG': (url) => `<svg onload="fetch('${url}')"></svg>`,
  'a meta refresh': (url) => `<meta http-equiv="refresh" content="0;url=${url}">`,
  'a remote background': (url) => `<p style="background: url(${url})">x</p>`,
  'a remote stylesheet': (url) => `<link rel="stylesheet" href="${url}">`,
  'a preconnect': (url) => `<link rel="preconnect" href="${url}">`,
  'a frame': (url) => `<iframe src="${url}"></iframe>`,
  'an object': (url) => `<object data="${url}"></object>`,
  'a javascript: link': (url) => `<a id="go" href="javascript:fetch('${url}')">go</a>`,
  'a javascript: link that leaves the frame': (url) =>
    `<a id="go" target="_top" href="javascript:top.location='${url}'">go</a>`,
  'a form': (url) => `<form action="${url}" target="_top"><button id="go">go</button></form>`,
};

describe('An email in a frame of the dashboard, in a browser', () => {
  const build = useBuild();
  const app = useApp({ deps: { dashboardDirectory: build.path } });
  const browser = useBrowser();
  let page: Page;
  let trap: Awaited<ReturnType<typeof openTrap>>;
  let owner: Awaited<ReturnType<typeof signIn>>;
  before(async () => {
    owner = await signIn(app.pool, { now: app.clock.now() });
    const context = await browser.newContext();
    await context.addCookies([{ name: 'posthorn_session', value: owner.token, url: app.url }]);
    page = await context.newPage();
  });
  beforeEach(async () => {
    trap = await openTrap();
    await page.goto(`${app.url}/app`);
  });
  afterEach(async () => {
    await page.goto('about:blank');
    trap.server.close();
    trap.server.closeAllConnections();
  });

  const show = async (html: string, query = '') => {
    const { id } = await createEmail(app.pool, owner.accountId);
    await app.pool.query('UPDATE email_contents SET html = $2 WHERE id = $1', [
      id,
      `${html}<p id="end">end</p>`,
    ]);
    await page.evaluate(
      `document.body.append(Object.assign(document.createElement('iframe'), { src: '/app/frames/emails/${id}${query}' }))`,
    );
    const frame = page.frameLocator('iframe');
    await frame.locator('#end').waitFor();
    return frame;
  };

  it('Runs nothing of an email in its frame, and reaches no server for it.', async () => {
    const armed = await Promise.all(
      Object.entries(ATTACKS).map(async ([name, attack]) => ({ name, attack, own: await openTrap() })),
    );
    const frame = await show(armed.map(({ attack, own }) => attack(own.url)).join('\n'));
    for (const link of await frame.locator('#go').all()) await link.click();
    // The browser has done what the email asks for, once it has answered another question after it.
    await page.evaluate('new Promise((resolve) => requestIdleCallback(resolve))');
    expect(page.url()).to.equal(`${app.url}/app`);
    const effective = armed.filter(({ own }) => own.seen.connections > 0);
    expect(effective.map(({ name }) => name)).to.deep.equal([]);
    for (const { own } of armed) own.server.close();
    // The trap would notice.
    await fetch(trap.url);
    expect(trap.seen.connections).to.be.above(0);
  });

  it('loads remote images once somebody has asked for them, without saying who reads', async () => {
    await show(`<img src="${trap.url}/image.png">`, '?images=1');
    await eventually('the image is asked for', () => trap.seen.requests.includes('/image.png'));
    expect(trap.seen.referrers).to.deep.equal([undefined]);
  });

  it('keeps its content from the page around it, also as a document in a tab', async () => {
    const frame = await show('<p>Hello</p>');
    await frame.getByText('Hello').waitFor();
    expect(await page.evaluate(`document.querySelector('iframe').contentDocument`)).to.equal(null);
    const src = await page.locator('iframe').getAttribute('src');
    const answer = await page.goto(`${app.url}${src}`);
    expect(answer?.status()).to.equal(200);
    expect(await page.evaluate('self.origin')).to.equal('null');
  });
});

/** A server that notes who connects, and what it is asked. */
async function openTrap() {
  const seen = { connections: 0, requests: [] as string[], referrers: [] as (string | undefined)[] };
  const server = createServer((request, response) => {
    seen.requests.push(request.url ?? '');
    seen.referrers.push(request.headers.referer);
    response.end();
  });
  server.on('connection', () => {
    seen.connections += 1;
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { server, seen, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}
