// Malicious mail in the page of the local inbox, in a real browser: nothing runs and nothing reaches the network.
// Each attack is first shown to work in an unprotected page, so that no test passes because the attack is ineffective.
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect } from 'chai';
import type { FrameLocator, Page } from 'playwright-core';
import { useInbox } from '../dev/inbox/support/use-inbox.ts';
import { eventually } from '../support/time/eventually.ts';
import { useBrowser } from './support/browser.ts';

/** A mail that makes an unprotected browser connect to `url`; `click` if a person must click `#go` first. */
interface Attack {
  name: string;
  html: (url: string) => string;
  click?: boolean;
}

const ATTACKS: Attack[] = [
  { name: 'a script', html: (url) => `<script>fetch('${url}')</script>` },
  { name: 'an event handler', html: (url) => `<img src="data:," onerror="fetch('${url}')">` },
  { name: 'a script in an SVG', html: (url) => `<svg onload="fetch('${url}')"></svg>` },
  { name: 'a meta refresh', html: (url) => `<meta http-equiv="refresh" content="0;url=${url}">` },
  { name: 'a base href', html: (url) => `<base href="${url}/"><img src="relative.png">` },
  { name: 'a remote image', html: (url) => `<img src="${url}">` },
  {
    name: 'a remote image in an SVG',
    html: (url) => `<svg><image href="${url}" width="9" height="9" /></svg>`,
  },
  { name: 'a remote background', html: (url) => `<p style="background: url(${url})">x</p>` },
  { name: 'a remote stylesheet', html: (url) => `<link rel="stylesheet" href="${url}">` },
  { name: 'an imported stylesheet', html: (url) => `<style>@import "${url}";</style>` },
  { name: 'a video', html: (url) => `<video src="${url}" autoplay muted></video>` },
  { name: 'a frame', html: (url) => `<iframe src="${url}"></iframe>` },
  {
    name: 'a frame with a document of its own',
    html: (url) => `<iframe srcdoc="<img src='${url}'>"></iframe>`,
  },
  { name: 'an object', html: (url) => `<object data="${url}"></object>` },
  { name: 'a form', html: (url) => `<form action="${url}"><button id="go">go</button></form>`, click: true },
  {
    name: 'a javascript: link',
    html: (url) => `<a id="go" href="javascript:fetch('${url}')">go</a>`,
    click: true,
  },
  {
    name: 'a javascript: link that leaves the frame',
    html: (url) => `<a id="go" target="_top" href="javascript:fetch('${url}')">go</a>`,
    click: true,
  },
];

/** A server that counts connections. */
interface Trap {
  url: string;
  connections: number;
  close(): void;
}

describe('The page of the local inbox, given hostile mail', () => {
  const inbox = useInbox();
  const browser = useBrowser();
  // A new page is a new process of the browser and costs more than a test, so each test begins and ends on an empty
  // page.
  let page: Page;
  /** A page without protection. */
  let victim: Page;
  /** The URL to which the attacks of a mail lead. */
  let trap: Trap;
  before(async () => {
    page = await browser.newPage();
    victim = await browser.newPage();
  });
  beforeEach(async () => {
    trap = await openTrap();
  });
  afterEach(async () => {
    trap.close();
    await empty(page);
  });

  /** An attack that is still navigating its page interrupts a navigation by the test. */
  const empty = (attacked: Page) =>
    eventually('the page is empty', () => attacked.goto('about:blank').then(() => true));
  const showMail = async (html: string): Promise<FrameLocator> => {
    await inbox.send({ subject: 'hostile', html: `${html}<p id="end">end</p>` });
    const { id } = await inbox.newest();
    await page.goto(`${inbox.inbox.url}/#/${id}`);
    const frame = page.frameLocator('iframe');
    await frame.locator('#end').waitFor();
    return frame;
  };
  const provoke = async (attack: Attack) => {
    // Another address than the trap's: late attempts of this page must not count against the inbox.
    const control = await openTrap();
    await victim.setContent(attack.html(control.url));
    if (attack.click) await victim.locator('#go').click();
    await eventually(`${attack.name} works in an unprotected page`, () => control.connections > 0);
    control.close();
    await empty(victim);
  };
  /** Everything that the mail started has been started when the next mail is drawn. */
  const settle = async () => {
    await inbox.send({ subject: 'harmless', html: '<p id="harmless">x</p>' });
    await page.locator('.row', { hasText: 'harmless' }).click();
    await page.frameLocator('iframe').locator('#harmless').waitFor();
  };

  it('disarms every attack, each of which works in an unprotected page', async () => {
    for (const attack of ATTACKS) await provoke(attack);
    const armed = await Promise.all(ATTACKS.map(async (attack) => ({ ...attack, trap: await openTrap() })));
    const frame = await showMail(armed.map(({ html, trap: { url } }) => html(url)).join('\n'));
    for (const button of await frame.locator('#go').all()) await button.click();
    await settle();
    const effective = armed.filter(({ trap: { connections } }) => connections > 0);
    expect(effective.map(({ name }) => name)).to.deep.equal([]);
    for (const each of armed) each.trap.close();
  });

  it('disarms a script and a refresh also when the document is opened in its own tab', async () => {
    const refresh = `<meta http-equiv="refresh" content="0;url=${trap.url}">`;
    await inbox.send({ html: `<script>fetch('${trap.url}')</script>${refresh}<p id="end">end</p>` });
    const { id } = await inbox.newest();
    await page.goto(`${inbox.inbox.url}/inbox/messages/${id}/html`);
    await page.locator('#end').waitFor();
    await page.goto(inbox.inbox.url);
    await settle();
    expect(trap.connections).to.equal(0);
  });

  it('says that remote images are blocked', async () => {
    await showMail(`<img src="${trap.url}">`);
    await page.getByText('Remote images and styles are blocked').waitFor();
  });

  it('opens a link in a new tab, and only when it is clicked', async () => {
    const frame = await showMail(`<a id="go" href="${trap.url}">read on</a>`);
    expect(trap.connections).to.equal(0);
    const [tab] = await Promise.all([page.context().waitForEvent('page'), frame.locator('#go').click()]);
    await eventually('the link is followed', () => trap.connections > 0);
    expect(await tab.evaluate('window.opener')).to.equal(null);
    await tab.close();
    expect(page.url()).to.include(inbox.inbox.url);
  });

  it('shows markup in a subject, an address and a file name as text', async () => {
    const markup = '<img src=x onerror=alert(1)>';
    await inbox.send({
      from: { name: markup, address: 'a@posthorn.dev' },
      subject: markup,
      text: markup,
      attachments: [{ filename: markup, content: 'x' }],
    });
    const { id } = await inbox.newest();
    await page.goto(`${inbox.inbox.url}/#/${id}`);
    await page.getByRole('heading', { name: markup }).waitFor();
    expect(await page.getByRole('tabpanel').textContent()).to.equal(markup);
    for (const tab of ['Headers', 'Source', 'Attachments (1)'])
      await page.getByRole('tab', { name: tab }).click();
    await page.getByRole('tabpanel').getByText(markup).waitFor();
    expect(await page.locator('img[onerror]').count()).to.equal(0);
  });
});

async function openTrap(): Promise<Trap> {
  const server = createServer((socket) => {
    trap.connections += 1;
    socket.on('error', () => undefined);
    socket.destroy();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const trap: Trap = { url, connections: 0, close: () => server.close() };
  return trap;
}
