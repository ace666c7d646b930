// The page that confirms an address in Chromium: at the width of a phone, by keyboard, without scripts and with requests
// to this server alone.
import { expect } from 'chai';
import { createConfirmingAccount, createOperator, mailedPages } from '../api/account/confirming.ts';
import { useApp } from '../support/api/app.ts';
import { useBrowser } from './support/browser.ts';

const SCREENSHOT_DIRECTORY = process.env['SCREENSHOT_DIRECTORY'];
const PHONE = { width: 320, height: 640 };
const EMAIL = 'bo@customer.dev';

describe('The page that confirms an address, in a browser', () => {
  const browser = useBrowser();
  const app = useApp();
  before(async () => {
    await createOperator(app);
  });

  it('asks, confirms by a key, and says that the link is used', async () => {
    const account = await createConfirmingAccount(app, { name: `${'W'.repeat(60)} & Söhne` });
    await account.ask(EMAIL);
    const [path = ''] = await mailedPages(app, EMAIL);
    const context = await browser.newContext({ viewport: PHONE });
    const page = await context.newPage();
    const problems: string[] = [];
    const hosts = new Set<string>();
    page.on('request', (request) => hosts.add(new URL(request.url()).host));
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().includes('404')) problems.push(message.text());
    });
    const shoot = async (name: string) => {
      if (SCREENSHOT_DIRECTORY)
        await page.screenshot({ path: `${SCREENSHOT_DIRECTORY}/confirm-${name}.png` });
      expect(await page.evaluate<number>('document.documentElement.scrollWidth'), name).to.equal(PHONE.width);
    };
    await page.goto(`${app.url}${path}`);
    await page.getByRole('heading', { name: 'Confirm your address' }).waitFor();
    await shoot('question');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText('may now send emails to').waitFor();
    await shoot('confirmed');
    expect((await account.list())[0]).to.include({ email: EMAIL, status: 'confirmed' });
    await page.goto(`${app.url}${path}`);
    await page.getByRole('heading', { name: 'This link does not work' }).waitFor();
    await shoot('used');
    expect(problems).to.deep.equal([]);
    expect([...hosts]).to.deep.equal([`127.0.0.1:${app.port}`]);
  });
});
