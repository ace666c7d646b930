// The plain pages under /app in Chromium: the forms of links in mails, also on a host without TLS, whose pages a browser
// trusts less, and the link that signs in. They lead to the dashboard, of which there is a small build here.
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { useBuild } from '../api/app/dashboard-build.ts';
import { createLink } from '../api/auth/links.ts';
import { enableSecondFactor } from '../api/auth/second-factor.ts';
import { tokenOfUrl } from '../api/invitations/support.ts';
import { useApp } from '../support/api/app.ts';
import { PASSWORD, signIn } from '../support/factories/people-factories.ts';
import { useBrowser } from './support/browser.ts';

const SCREENSHOT_DIRECTORY = process.env['SCREENSHOT_DIRECTORY'];
const PHONE = { width: 320, height: 640 };
const HOST = 'posthorn.test';
/** The status of a form that is refused, and a header that counts over TLS only. */
const EXPECTED = /status of 422|Cross-Origin-Opener-Policy header has been ignored/;

describe('The pages under /app in a browser', () => {
  const browser = useBrowser();
  const build = useBuild();
  const app = useApp({ deps: { dashboardDirectory: build.path } });
  let owner: Awaited<ReturnType<typeof signIn>>;
  // The tests share a tab, in which no person is signed in; everything that goes wrong in it is remembered.
  let page: Page;
  const problems: string[] = [];
  before(async () => {
    page = await browser.newPage({ viewport: PHONE });
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error' && !EXPECTED.test(message.text())) problems.push(message.text());
    });
  });
  beforeEach(async () => {
    await page.context().clearCookies();
    problems.length = 0;
    owner = await signIn(app.pool, { now: app.clock.now() });
  });

  const shoot = async (name: string) => {
    if (SCREENSHOT_DIRECTORY) await page.screenshot({ path: `${SCREENSHOT_DIRECTORY}/app-${name}.png` });
    expect(await page.evaluate<number>('document.documentElement.scrollWidth'), name).to.equal(PHONE.width);
  };

  for (const host of ['127.0.0.1', HOST]) {
    it(`accept an invitation and set a password on ${host}, without a script`, async () => {
      const url = `http://${host}:${app.port}`;
      const email = `bo@${host === HOST ? 'far' : 'near'}.dev`;
      const { body } = await app.asPerson(owner).post('/invitations').send({ email, role: 'member' });
      await page.goto(`${url}/app/accept?token=${tokenOfUrl(body.url)}`);
      await shoot(`accept-${host}`);
      await page.getByLabel('Your name').fill('Bo');
      await page.getByLabel('New password').fill(' '.repeat(10));
      await page.getByRole('button', { name: 'Accept' }).click();
      await page.getByRole('alert').getByText('must not consist of spaces').waitFor();
      await shoot(`refused-${host}`);
      await page.getByLabel('New password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Accept' }).click();
      await page.getByText('The dashboard').waitFor();
      expect(page.url()).to.equal(`${url}/app`);
      await page.goto(`${url}/app/reset?token=${await createLink(app, email)}`);
      await shoot(`reset-${host}`);
      await page.getByLabel('New password').fill('a better horse battery');
      await page.getByRole('button', { name: 'Save password' }).click();
      await page.getByText('The dashboard').waitFor();
      expect(page.url()).to.equal(`${url}/app`);
      expect(problems).to.deep.equal([]);
    });
  }

  it('sign in with the link that npm start prints, and not a second time', async () => {
    const token = await createLink(app, owner.email, { purpose: 'sign_in', isMailed: false });
    await page.goto(`${app.url}/app/sign-in?token=${token}`);
    await page.getByText('The dashboard').waitFor();
    expect(page.url()).to.equal(`${app.url}/app`);
    await page.goto(`${app.url}/app/sign-in?token=${token}`);
    await page.getByText('The dashboard').waitFor();
    expect(page.url()).to.equal(`${app.url}/app`);
    await page.context().clearCookies({ name: 'posthorn_session' });
    await page.goto(`${app.url}/app/sign-in?token=${token}`);
    await page.getByRole('heading', { name: 'This link cannot sign you in' }).waitFor();
  });

  it('lead a person with a second factor to its page in the dashboard', async () => {
    await enableSecondFactor(app, owner);
    await page.goto(`${app.url}/app/reset?token=${await createLink(app, owner.email)}`);
    await page.getByLabel('New password').fill('a better horse battery');
    await page.getByRole('button', { name: 'Save password' }).click();
    await page.getByText('The dashboard').waitFor();
    expect(page.url()).to.equal(`${app.url}/app/sign-in/second-factor`);
    expect(problems).to.deep.equal([]);
  });

  it('follow the colours of the system, with targets of 44 px', async () => {
    const token = await createLink(app, owner.email);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.goto(`${app.url}/app/reset?token=${token}`);
      await shoot(`reset-${colorScheme}`);
      for (const target of [page.getByLabel('New password'), page.getByRole('button')])
        expect((await target.boundingBox())?.height).to.be.at.least(44);
      const [ink, paper] = await page.evaluate<[string, string]>(
        `['color', 'backgroundColor'].map((name) => getComputedStyle(document.querySelector('main'))[name])`,
      );
      expect(ink === 'rgb(31, 33, 38)', `${ink} on ${paper}`).to.equal(colorScheme === 'light');
    }
  });
});
