// A new colleague's first steps in the dashboard, by keyboard alone and with real processes: the link of the invitation,
// a second factor, an API key, an email with that key, the reply of the mail server, and the log of the request.
import { expect } from 'chai';
import { generateSync } from 'otplib';
import type { Page } from 'playwright-core';
import { freePort } from '../../../dev/processes/ports.ts';
import { createSender, type Sender } from '../../api/emails/sender.ts';
import { openBrowser } from '../../flows/support/browser.ts';
import { flowEnvironment, type Supervised, supervise } from '../../flows/support/supervised.ts';
import { useApp } from '../../support/api/app.ts';
import { TEST_SECRET_KEY } from '../../support/factories/dkim-key.ts';
import { createMember, PASSWORD } from '../../support/factories/people-factories.ts';
import { type SmtpSink, startSmtpSink } from '../../support/smtp-sink/smtp-sink.ts';
import { focusOn, tabTo } from './keyboard.ts';
import { useTabs } from './tab.ts';

const STEP_MS = 30_000;
/** What the mail server of the test says. */
const REPLY = '250 2.0.0 taken';
const EMAIL = 'bo@customer.dev';

describe('The first steps in the dashboard', () => {
  let sink: SmtpSink;
  let processes: Supervised[] = [];
  let url: string;
  let sender: Sender;
  const app = useApp();
  const { openTab } = useTabs({
    get url() {
      return url;
    },
  });
  before(async () => {
    sink = await startSmtpSink();
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    const { databaseUrl } = app.deps.config;
    const own = { databaseUrl, smtpUrl: sink.url, secretKey: TEST_SECRET_KEY, port, logLevel: 'warn' };
    const environment = { ...flowEnvironment(own), PUBLIC_URL: url };
    sender = await createSender(app);
    processes = await Promise.all([
      supervise({ command: ['api/main.ts'], environment }),
      supervise({ command: ['workers/main.ts', 'send', 'schedule'], environment }),
    ]);
  });
  after(async () => {
    await Promise.all(processes.map((each) => each.stop()));
    await sink.stop();
  });

  it('lead from the invitation to the log of a first email, by keyboard alone', async () => {
    const tab = await openTab();
    const { page } = tab;
    await page.goto(await invite());
    await tabTo(page, 'Your name');
    await page.keyboard.type('Bo');
    await tabTo(page, 'New password');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();

    const secret = await setUpSecondFactor(page);
    await signOut(page);
    await focusOn(page, 'Email address');
    await page.keyboard.type(EMAIL);
    await tabTo(page, 'Password');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await focusOn(page, 'Code');
    // A code counts once; that of the next half minute is valid already.
    await page.keyboard.type(codeOf(secret, Date.now() + STEP_MS));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();

    await createKeyAndSend(page, 'ana@customer.dev');
    await sink.waitForMessage(({ to }) => to.includes('ana@customer.dev'));
    await page.keyboard.press('Enter');
    await page.getByText(REPLY, { exact: true }).waitFor();

    await tabTo(page, 'Text');
    for (const _ of ['Headers', 'Attachments', 'Trace']) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'The request that sent this email' }).waitFor();
    await tabTo(page, 'The request that sent this email');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/app\/logs\/\d+/);
    await page.getByText('"ana@customer.dev"').first().waitFor();
    expect(tab.problems).to.deep.equal([]);
  });

  /** The link that the inviter is shown. */
  async function invite(): Promise<string> {
    const { email } = await createMember(app.pool, { accountId: sender.accountId });
    const owner = openBrowser(url);
    await owner.ask('POST', '/auth/login', { email, password: PASSWORD });
    const { body } = await owner.ask('POST', '/invitations', { email: EMAIL, role: 'member' });
    return body.url;
  }
});

/** @returns the secret, as it was copied */
async function setUpSecondFactor(page: Page): Promise<string> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').waitFor();
  await page.keyboard.type('two-factor');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Two-factor authentication' }).waitFor();
  await tabTo(page, 'Set up');
  await page.keyboard.press('Enter');
  await focusOn(page, 'Your password');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await focusOn(page, 'Code');
  await tabTo(page, 'Copy the secret', 'Shift+Tab');
  await page.keyboard.press('Enter');
  const secret = await page.evaluate<string>('navigator.clipboard.readText()');
  await tabTo(page, 'Code');
  await page.keyboard.type(codeOf(secret, Date.now()));
  await page.keyboard.press('Enter');
  await page.getByRole('list', { name: 'Recovery codes' }).waitFor();
  await tabTo(page, 'I have saved them');
  await page.keyboard.press('Enter');
  await page.getByText('Recovery codes left: 10 of 10').waitFor();
  return secret;
}

async function signOut(page: Page): Promise<void> {
  await tabTo(page, 'account menu');
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
}

/** Ends with the focus on the link to the email. */
async function createKeyAndSend(page: Page, to: string): Promise<void> {
  await page.keyboard.press('g');
  await page.keyboard.press('k');
  await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').waitFor();
  await page.keyboard.type('create');
  await page.keyboard.press('Enter');
  await focusOn(page, 'Name');
  await page.keyboard.type('Shop');
  await page.keyboard.press('Enter');
  await focusOn(page, 'To');
  await page.getByText('587 with STARTTLS, 465 with TLS').waitFor();
  await page.keyboard.press('Control+a');
  await page.keyboard.type(to);
  await page.keyboard.press('Enter');
  await focusOn(page, 'Open email');
}

function codeOf(secret: string, at: number): string {
  return generateSync({ secret, epoch: Math.floor(at / 1000) });
}
