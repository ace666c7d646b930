// The page of the development DNS, in a real browser.
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { openRecordStore, type RecordStore } from '../../dev/dns/record-store.ts';
import { type Inbox, startInbox } from '../../dev/inbox/start.ts';
import { createLog } from '../../shared/platform/log/log.ts';
import { eventually } from '../support/time/eventually.ts';
import { useBrowser } from './support/browser.ts';

const DOMAIN = {
  object: 'domain',
  name: 'acme.dev',
  records: [
    { name: 'ph1._domainkey.acme.dev', type: 'TXT', value: `v=DKIM1; p=${'A'.repeat(392)}`, priority: null },
    { name: 'send.acme.dev', type: 'MX', value: 'mail.posthorn.dev', priority: 10 },
    { name: 'send.acme.dev', type: 'TXT', value: 'v=spf1 a:mail.posthorn.dev ~all', priority: null },
  ],
};

describe('The page of the development DNS', () => {
  let store: RecordStore;
  let inbox: Inbox;
  const browser = useBrowser();
  let page: Page;
  before(async () => {
    store = await openRecordStore();
    const log = createLog({ level: 'silent', process: 'test' });
    inbox = await startInbox({ smtpPort: 0, httpPort: 0, dnsRecords: store, log });
    page = await browser.newPage();
  });
  beforeEach(async () => {
    await store.withdraw();
    await page.goto(`${inbox.url}/dns`);
  });
  after(() => inbox.stop());

  const cells = () => page.locator('tbody tr').allTextContents();
  const publish = async (text: string) => {
    await page.getByRole('textbox').fill(text);
    await page.getByRole('button', { name: 'Publish' }).click();
  };

  it('is linked from the inbox, and leads back', async () => {
    await page.goto(inbox.url);
    await page.getByRole('link', { name: 'DNS' }).click();
    await page.getByRole('heading', { name: 'Publish records' }).waitFor();
    await page.getByRole('link', { name: 'Inbox' }).click();
    await page.getByRole('heading', { name: 'No messages yet' }).waitFor();
  });

  it('says how to publish, with its own address, while there is nothing', async () => {
    await page.getByText('No records are published.').waitFor();
    expect(await page.locator('#command').textContent()).to.include(`${inbox.url}/dns/records`);
  });

  it('publishes a domain that is pasted, and lists its records', async () => {
    await publish(JSON.stringify(DOMAIN));
    await page.getByText('3 records are published.').waitFor();
    expect((await cells()).map((text) => text.slice(0, 30))).to.deep.equal([
      'ph1._domainkey.acme.devTXTv=DK',
      'send.acme.devMX10 mail.posthor',
      'send.acme.devTXTv=spf1 a:mail.',
    ]);
    await page.getByText('3 records, 2 names').waitFor();
    expect(await page.getByRole('textbox').inputValue()).to.equal('');
  });

  it('publishes CSV and zone files that are pasted', async () => {
    await publish('name,type,value,priority\r\nsend.acme.dev,MX,mail.posthorn.dev,10\r\n');
    await page.getByText('The record is published.').waitFor();
    await publish('_dmarc.acme.dev. 3600 IN TXT "v=DMARC1; p=none;"');
    await eventually('both are listed', async () => (await cells()).length === 2);
  });

  it('shows why it cannot publish, and keeps the text', async () => {
    await publish('{"records": [{"name": "co.uk", "type": "TXT", "value": "x"}]}');
    await page.getByText('"co.uk" must be a name below a domain').waitFor();
    expect(await page.getByRole('textbox').inputValue()).to.include('co.uk');
    expect(store.list()).to.deep.equal([]);
  });

  it('withdraws all records of a name', async () => {
    await publish(JSON.stringify(DOMAIN));
    await page.getByRole('button', { name: 'Withdraw send.acme.dev' }).click();
    await eventually('one is left', async () => (await cells()).length === 1);
    expect(store.list().map(({ name }) => name)).to.deep.equal(['ph1._domainkey.acme.dev']);
  });

  it('shows records as text, never as markup', async () => {
    await publish('acme.dev. IN TXT "<img src=x onerror=alert(1)>"');
    await page.getByText('<img src=x onerror=alert(1)>').waitFor();
    expect(await page.locator('tbody img').count()).to.equal(0);
  });

  it('does not scroll sideways on a phone', async () => {
    await page.setViewportSize({ width: 375, height: 700 });
    await publish(JSON.stringify(DOMAIN));
    await page.getByText('3 records are published.').waitFor();
    expect(await page.evaluate('document.scrollingElement.scrollWidth')).to.equal(375);
    await page.setViewportSize({ width: 1280, height: 800 });
  });
});
