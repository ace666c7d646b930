// Hostile emails in the frames of the dashboard and of the page of a shared email, and as a page of their own on the web, in
// Chromium: nothing runs, and nothing reaches a server from which the reader did not ask to load images.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import type { FrameLocator, Page } from 'playwright-core';
import { sharedEmailPath } from '../../api/resources/emails/share/output.ts';
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
  'a preload': (url) => `<link rel="preload" as="image" href="${url}">`,
  'a prefetch': (url) => `<LINK rel='prefetch' href='${url}'>`,
  'a modulepreload': (url) => `<link rel=modulepreload href=${url}>`,
  'a frame': (url) => `<iframe src="${url}"></iframe>`,
  'an object': (url) => `<object data="${url}"></object>`,
  'a javascript: link': (url) => `<a id="go" href="javascript:fetch('${url}')">go</a>`,
  'a javascript: link that leaves the frame': (url) =>
    `<a id="go" target="_top" href="javascript:top.location='${url}'">go</a>`,
  'a form': (url) => `<form action="${url}" target="_top"><button id="go">go</button></form>`,
};

describe('An email in a frame, in a browser', () => {
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

  const store = async (html: string) => {
    const { id } = await createEmail(app.pool, owner.accountId);
    await app.pool.query('UPDATE email_contents SET html = $2 WHERE id = $1', [
      id,
      `${html}<p id="end">end</p>`,
    ]);
    return id;
  };
  const show = async (html: string, query = '') => {
    const id = await store(html);
    await page.evaluate(
      `document.body.append(Object.assign(document.createElement('iframe'), { src: '/app/frames/emails/${id}${query}' }))`,
    );
    return await framed();
  };
  /** Posts into a frame, as previews of the dashboard do. */
  const postTo = async (frame: string, fields: Readonly<Record<string, string>>) => {
    const all = JSON.stringify({ csrf_token: owner.csrfToken, ...fields });
    await page.evaluate(`{
      const make = (name, given) => Object.assign(document.createElement(name), given);
      const form = make('form', { method: 'post', target: 'preview', action: '/app/frames/${frame}' });
      for (const [name, value] of Object.entries(${all})) form.append(make('textarea', { name, value }));
      document.body.append(make('iframe', { name: 'preview' }), form);
      form.submit();
    }`);
  };
  const post = async (html: string, query = '') => {
    await postTo(`document${query}`, { html: `${html}<p id="end">end</p>` });
    return await framed();
  };
  const showShared = async (html: string) => {
    const id = await store(html);
    const inAnHour = new Date(app.clock.now().getTime() + 3_600_000);
    const { pathname, search } = new URL(app.deps.links.sign(sharedEmailPath(id), inAnHour));
    await page.goto(`${app.url}${pathname}${search}`);
    return await framed();
  };
  /** Opens the mail on the web, as its recipient does by the link in it. */
  const showOnWeb = async (html: string) => {
    const { accountId } = owner;
    const emailId = await store(html);
    await app.pool.query('UPDATE emails SET template_id = id, topic_id = NULL WHERE id = $1', [emailId]);
    const target = { accountId, emailId, contentId: null, address: 'bo@customer.dev' };
    await page.goto(app.url + new URL(app.deps.webVersions.urlOf(target)).pathname);
    await page.locator('#end').waitFor();
    return page;
  };
  const framed = async () => {
    const frame = page.frameLocator('iframe');
    await frame.locator('#end').waitFor();
    return frame;
  };

  it('Runs nothing of an email in its frame, and reaches no server for it.', () => expectDisarmed(show));

  it('Runs nothing of a posted document, and reaches no server for it, unless ?images=1 asks for images.', async () => {
    await expectDisarmed(post);
    await page.goto(`${app.url}/app`);
    trap.seen.requests.length = 0;
    await post(`<img src="${trap.url}/image.png">`, '?images=1');
    await eventually('the image is asked for', () => trap.seen.requests.includes('/image.png'));
    expect(trap.seen.referrers.at(-1)).to.equal(undefined);
  });

  it('Submits nothing from such a page, opens no link of it, and has no token in it.', async () => {
    const settings = { title: 'Yours', logo_url: 'https://cdn.acme.dev/logo.png' };
    await postTo('unsubscribe-page', { page: 'unsubscribe', settings: JSON.stringify(settings) });
    const shown = page.frameLocator('iframe');
    await shown.getByRole('heading', { name: 'Yours' }).waitFor();
    const { href } = new URL(page.url());
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    const popups: Page[] = [];
    page.on('popup', (popup) => popups.push(popup));
    const refused = page.waitForEvent('console', (message) => /Blocked form submission/.test(message.text()));
    await shown.getByRole('button', { name: 'Unsubscribe' }).click();
    await refused;
    const blocked = page.waitForEvent('console', (message) => /Blocked opening/.test(message.text()));
    await shown.getByRole('link', { name: 'See all choices' }).click();
    await blocked;
    await shown.getByRole('heading', { name: 'Yours' }).waitFor();
    expect({ requests, popups: popups.length, at: page.url() }).to.deep.equal({
      requests: [],
      popups: 0,
      at: href,
    });
    const more = shown.getByRole('link', { name: 'See all choices' });
    expect(await more.getAttribute('href')).to.equal('../preferences/');
  });

  it('Runs nothing of an email on the page of its shared link, and reaches no server for it.', () =>
    expectDisarmed(showShared));

  it('Runs nothing of the mail, and loads nothing from other servers until the reader asks for images.', async () => {
    // A document without scripts calls nothing back; it is painted after it has done the rest.
    await expectDisarmed(showOnWeb, () => page.screenshot());
    await showOnWeb(`<style>div { color: #fff }</style><img src="${trap.url}/image.png">`);
    trap.seen.requests.length = 0;
    await page.getByText('Load images').click();
    await eventually('the image is asked for', () => trap.seen.requests.includes('/image.png'));
    expect(trap.seen.referrers.at(-1)).to.equal(undefined);
    expect(await page.getByText('Load images').count()).to.equal(0);
    expect(await page.evaluate('self.origin')).to.equal('null');
  });

  it('Unsubscribes by the links on the page.', async () => {
    // The links have the public name of the service.
    const { publicUrl } = app.deps.config;
    await page.context().route(`${publicUrl}/**`, async (route) => {
      const url = route.request().url().replace(publicUrl, app.url);
      await route.fulfill({ response: await route.fetch({ url }) });
    });
    await showOnWeb('<a id="leave" target="_self" href="{{{UNSUBSCRIBE_URL}}}">leave</a>');
    const [opened] = await Promise.all([page.waitForEvent('popup'), page.locator('#leave').click()]);
    await opened.getByRole('button', { name: 'Unsubscribe' }).click();
    await opened.getByRole('status').getByText('is now unsubscribed from all emails').waitFor();
    await opened.close();
  });

  async function expectDisarmed(
    show: (html: string) => Promise<Pick<FrameLocator, 'locator'>>,
    settle: () => Promise<unknown> = () =>
      page.evaluate('new Promise((resolve) => requestIdleCallback(resolve))'),
  ) {
    const armed = await Promise.all(
      Object.entries(ATTACKS).map(async ([name, attack]) => ({ name, attack, own: await openTrap() })),
    );
    const frame = await show(armed.map(({ attack, own }) => attack(own.url)).join('\n'));
    const { href } = new URL(page.url());
    for (const link of await frame.locator('#go').all()) await link.click();
    // The browser has done what the email asks for, once it has answered another question after it.
    await settle();
    expect(page.url()).to.equal(href);
    const effective = armed.filter(({ own }) => own.seen.connections > 0);
    expect(effective.map(({ name }) => name)).to.deep.equal([]);
    for (const { own } of armed) own.server.close();
    // The trap would notice.
    await fetch(trap.url);
    expect(trap.seen.connections).to.be.above(0);
  }

  it('Loads remote images on the page of a shared link once the reader has asked for them.', async () => {
    await showShared(`<img src="${trap.url}/image.png">`);
    await page.getByText('Load remote images').click();
    await eventually('the image is asked for', () => trap.seen.requests.includes('/image.png'));
    // Only after the click: the first document has loaded by then.
    expect(trap.seen)
      .to.include({ connections: 1 })
      .and.to.deep.include({ referrers: [undefined] });
  });

  it('loads remote images once the reader has asked for them, without saying who reads', async () => {
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
