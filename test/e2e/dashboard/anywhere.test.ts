// What is done from anywhere: by the palette, by the account menu, and at a path that leads to no page.
import { expect } from 'chai';
import { SERVICE_VERSION } from '../../../shared/platform/process/version.ts';
import { useApp } from '../../support/api/app.ts';
import { signIn } from '../../support/factories/people-factories.ts';
import { useTabs } from './tab.ts';

describe('From any page of the dashboard', () => {
  const app = useApp();
  const { openTab } = useTabs(app);

  it('one begins what is new by the palette, chooses the theme, opens the documentation, and signs out', async () => {
    const session = await signIn(app.pool, { now: app.clock.now() });
    const { page, open, problems, shoot } = await openTab({
      session,
      // The error of the stream of changes, once the session has ended.
      expected: /401 \(Unauthorized\)/,
    });
    const choose = async (name: string) => {
      await open('/emails');
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').fill(name);
      await page.getByRole('option', { name, selected: true }).waitFor();
      await page.keyboard.press('Enter');
    };
    for (const name of ['New campaign', 'New template', 'New segment', 'New topic', 'New property']) {
      await choose(name);
      await page.getByRole('dialog', { name }).waitFor();
      await page.keyboard.press('Escape');
    }
    const theme = () => page.evaluate('document.documentElement.dataset.theme');
    await choose('Dark theme');
    expect(await theme()).to.equal('dark');
    await choose('System theme');
    expect(await theme()).to.equal(undefined);
    await page.getByRole('button', { name: /account menu/ }).click();
    await page.getByRole('menuitem', { name: `Documentation Posthorn ${SERVICE_VERSION}` }).waitFor();
    await shoot('account-menu-light-1280');
    await page.keyboard.press('Escape');
    await choose('Documentation');
    await page.waitForURL(`${app.url}/docs`);
    await choose('Sign out');
    await page.waitForURL(`${app.url}/app/sign-in`);
    expect(problems).to.deep.equal([]);
  });

  it('a path of a page that is not built yet says what does exist', async () => {
    const session = await signIn(app.pool, { now: app.clock.now() });
    const { page, open, shoot } = await openTab({ session });
    const name = 'Received emails';
    await open('/received/0198');
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await page.getByText(`${name} are not in the dashboard yet.`).waitFor();
    const href = await page.getByRole('link', { name: 'Read the documentation' }).getAttribute('href');
    expect((await page.request.get(app.url + href)).status()).to.equal(200);
    await shoot('missing-page-light-1280');
    await open('/emails/receiving');
    await page.getByRole('heading', { level: 1, name: 'Received emails' }).waitFor();
    await open('/broadcasts');
    await page.waitForURL(/\/app\/campaigns$/);
    await open('/nothing');
    await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
  });
});
