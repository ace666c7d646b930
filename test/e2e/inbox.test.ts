// The page of the local inbox, in a real browser.
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { createTransport } from 'nodemailer';
import type { Page } from 'playwright-core';
import { startInbox } from '../../dev/inbox/start.ts';
import { createLog } from '../../shared/platform/log/log.ts';
import { useInbox } from '../dev/inbox/support/use-inbox.ts';
import { eventually } from '../support/time/eventually.ts';
import { useBrowser } from './support/browser.ts';

const DESKTOP = { width: 1280, height: 800 };
const log = createLog({ level: 'silent', process: 'test' });
const PHONE = { width: 375, height: 700 };

describe('The page of the local inbox', () => {
  const inbox = useInbox();
  const browser = useBrowser();
  // The page of the inbox stores nothing, so its tests share one: a new page is a new process of the browser.
  let page: Page;
  before(async () => {
    page = await browser.newPage();
  });
  beforeEach(() => page.setViewportSize(DESKTOP));
  afterEach(() => page.goto('about:blank'));

  const openPage = async () => {
    await page.goto(inbox.inbox.url);
    await page.locator('#live[data-state="live"]').waitFor();
  };
  const rows = () => page.locator('.row-subject').allTextContents();
  const expectRows = (...expected: string[]) =>
    eventually(`rows ${expected.join(', ')}`, async () => (await rows()).join() === expected.join());
  const openMessage = async (subject: string) => {
    await openPage();
    await page.locator('.row', { hasText: subject }).click();
    await page.getByRole('heading', { name: subject }).waitFor();
  };
  const openTab = (name: string) => page.getByRole('tab', { name }).click();
  const panel = () => page.getByRole('tabpanel');
  const mailFrame = () => page.frameLocator('iframe');

  it('shows an arriving mail without a reload', async () => {
    await openPage();
    await inbox.send({ subject: 'Just arrived' });
    await expectRows('Just arrived');
    await inbox.send({ subject: 'And another' });
    await expectRows('And another', 'Just arrived');
  });

  it('keeps a mail that arrives while an older list is being loaded', async () => {
    await openPage();
    let hold = () => {};
    const held = new Promise<void>((resolve) => {
      hold = resolve;
    });
    await page.route(
      '**/inbox/messages*',
      async (route) => {
        const response = await route.fetch();
        await inbox.send({ subject: 'Meanwhile' });
        await expectRows('Meanwhile');
        await route.fulfill({ response });
        hold();
      },
      { times: 1 },
    );
    await page.getByRole('searchbox').press('Enter');
    await held;
    // The answer has been rendered when the page has rendered once more.
    await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))');
    expect(await rows()).to.deep.equal(['Meanwhile']);
  });

  it('removes a mail that was deleted elsewhere', async () => {
    await inbox.send({ subject: 'x' });
    await openPage();
    await expectRows('x');
    await inbox.http().delete('/inbox/messages').expect(200);
    await page.getByRole('heading', { name: 'No messages yet' }).waitFor();
  });

  it('shows how to send a mail while there is none', async () => {
    await openPage();
    await page.getByRole('heading', { name: 'No messages yet' }).waitFor();
    expect(await page.locator('#welcome').textContent()).to.include(
      `smtp://127.0.0.1:${inbox.inbox.smtpPort}`,
    );
  });

  for (const [what, query] of [
    ['subject', 'winter sale'],
    ['address', 'carla@'],
    ['body', '4711'],
  ] as const) {
    it(`finds a mail by its ${what}`, async () => {
      await inbox.send({ subject: 'The winter sale', to: 'carla@acme.io', html: '<p>Code <b>4711</b></p>' });
      await inbox.send({ subject: 'Another' });
      await openPage();
      await expectRows('Another', 'The winter sale');
      await page.keyboard.press('/');
      await page.keyboard.type(query);
      await expectRows('The winter sale');
    });
  }

  it('reports that nothing was found, and shows everything again', async () => {
    await inbox.send({ subject: 'x' });
    await openPage();
    await page.getByRole('searchbox').fill('no such thing');
    await page.getByText('No messages match “no such thing”.').waitFor();
    await page.getByRole('button', { name: 'Clear search' }).click();
    await expectRows('x');
  });

  it('adds an arriving mail to the search results only if it matches', async () => {
    await openPage();
    await page.getByRole('searchbox').fill('fits');
    await inbox.send({ subject: 'other' });
    await inbox.send({ subject: 'fits' });
    await expectRows('fits');
  });

  it('moves with j and k', async () => {
    for (const subject of ['one', 'two', 'three']) await inbox.send({ subject });
    await openPage();
    await expectRows('three', 'two', 'one');
    const expectOpen = (name: string) => page.getByRole('heading', { name, exact: true }).waitFor();
    await page.keyboard.press('j');
    await expectOpen('three');
    await page.keyboard.press('j');
    await expectOpen('two');
    await page.keyboard.press('k');
    await expectOpen('three');
  });

  it('shows the HTML of a mail, with its embedded images', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"></svg>';
    await inbox.send({
      subject: 'Rich',
      html: '<h1>Welcome</h1><img src="cid:logo">',
      attachments: [{ filename: 'logo.svg', content: svg, cid: 'logo' }],
    });
    await openMessage('Rich');
    await mailFrame().getByRole('heading', { name: 'Welcome' }).waitFor();
    const image = mailFrame().locator('img');
    await eventually('the image is drawn', async () => (await image.boundingBox())?.width === 40);
  });

  it('shows text, headers and source in tabs', async () => {
    await inbox.send({ subject: 'Tabs', text: 'the text', html: '<p>x</p>', headers: { 'X-Order': '42' } });
    await openMessage('Tabs');
    await openTab('Text');
    expect(await panel().textContent()).to.equal('the text');
    await openTab('Headers');
    await panel().getByRole('row', { name: 'X-Order 42' }).waitFor();
    await openTab('Source');
    await panel().getByText('X-Order: 42').waitFor();
  });

  it('opens a mail without HTML with its text', async () => {
    await inbox.send({ subject: 'Plain', text: 'only text' });
    await openMessage('Plain');
    expect(await panel().textContent()).to.equal('only text\n');
    expect(await page.getByRole('tab').allTextContents()).to.deep.equal(['Text', 'Headers', 'Source']);
  });

  it('downloads an attachment under its name', async () => {
    await inbox.send({
      subject: 'Files',
      text: 'x',
      attachments: [{ filename: 'invoice 7.txt', content: 'paid' }],
    });
    await openMessage('Files');
    await openTab('Attachments (1)');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download invoice 7.txt' }).click(),
    ]);
    expect(download.suggestedFilename()).to.equal('invoice 7.txt');
    expect(await text(await download.createReadStream())).to.equal('paid');
  });

  it('shows a mail at the width of a phone', async () => {
    await inbox.send({ subject: 'Wide', html: '<div style="width:100%">x</div>' });
    await openMessage('Wide');
    await page.getByRole('button', { name: 'Phone, 375 px' }).click();
    const width = async () => (await mailFrame().locator('html').boundingBox())?.width ?? 0;
    await eventually('the mail is 375 px wide', async () => (await width()) === 375);
    await page.getByRole('button', { name: 'Full width' }).click();
    await eventually('the mail is wide again', async () => (await width()) > 800);
  });

  it('shows the list or the message on a phone, without scrolling sideways', async () => {
    await inbox.send({ subject: 'long '.repeat(60), html: '<p>x</p>', to: 'b@acme.io' });
    await page.setViewportSize(PHONE);
    await openPage();
    const list = page.getByRole('region', { name: 'Messages' });
    await page.locator('.row').click();
    await page.getByRole('heading', { name: 'long long' }).waitFor();
    expect(await list.isVisible()).to.equal(false);
    const scrollWidth = await page.evaluate('document.scrollingElement.scrollWidth');
    expect(scrollWidth).to.equal(PHONE.width);
    await page.getByRole('link', { name: 'All messages' }).click();
    await list.waitFor();
    expect(await page.locator('#reader').isVisible()).to.equal(false);
  });

  it('loads more of the list when it is scrolled to its end', async () => {
    for (let number = 0; number < 130; number += 1) await inbox.send({ subject: `number ${number}` });
    await openPage();
    await eventually('the first page is there', async () => (await rows()).length >= 100);
    await eventually('the rest is there', async () => {
      await page.locator('.messages li').last().scrollIntoViewIfNeeded();
      return (await rows()).length === 130;
    });
    expect((await rows()).at(-1)).to.equal('number 0');
  });

  it('reconnects after an outage of the inbox, and catches up', async () => {
    const first = await startInbox({ smtpPort: 0, httpPort: 0, log });
    await page.goto(first.url);
    await page.locator('#live[data-state="live"]').waitFor();
    await first.stop();
    await page.locator('#live[data-state="lost"]').waitFor();
    const second = await startInbox({ smtpPort: 0, httpPort: first.httpPort, log });
    const transport = createTransport({ host: '127.0.0.1', port: second.smtpPort });
    await transport.sendMail({ from: 'a@posthorn.dev', to: 'b@acme.io', subject: 'meanwhile' });
    transport.close();
    await expectRows('meanwhile');
    await second.stop();
  });

  it('deletes a mail and opens the next one', async () => {
    for (const subject of ['older', 'newer']) await inbox.send({ subject });
    await openMessage('newer');
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('heading', { name: 'older' }).waitFor();
    await expectRows('older');
  });
});
