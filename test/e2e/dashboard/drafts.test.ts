// A page that edits one thing: it saves as one types, and loses nothing, whatever becomes of the session, the network, the
// tab, or what another tab writes at the same time. The page of the gallery edits a template by the API.
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { useApp } from '../../support/api/app.ts';
import { createSession, PASSWORD, signIn } from '../../support/factories/people-factories.ts';
import { createTemplate } from '../../support/factories/template-factories.ts';
import { eventually } from '../../support/time/eventually.ts';
import { useTabs } from './tab.ts';

const CLOSE_STORAGE = `Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }`;

describe('A page that edits one thing', () => {
  const app = useApp();
  const { openTab } = useTabs(app);

  let owner: Awaited<ReturnType<typeof signIn>>;
  before(async () => {
    owner = await signIn(app.pool, { now: app.clock.now() });
  });
  /** Another person of the account. */
  const signInAgain = (role: 'owner' | 'viewer' = 'owner') =>
    signIn(app.pool, { accountId: owner.accountId, role, now: app.clock.now() });

  const subjectOf = (page: Page) => page.getByRole('textbox', { name: 'Subject' });
  const open = async (expected?: RegExp, member = owner) => {
    const { id } = await createTemplate(app.pool, member.accountId, { subject: 'Hello', text: 'One\nTwo' });
    const tab = await openTab({ session: member, ...(expected && { expected }) });
    const path = `/gallery?template=${id}`;
    await tab.open(path);
    // What the network or the session refuse from then on is not the record itself.
    await subjectOf(tab.page).waitFor();
    const stored = async () => {
      const { rows } = await app.pool.query<{ name: string; subject: string; text: string }>(
        `SELECT template.name, version.subject, version.text FROM templates AS template
         JOIN template_versions AS version ON version.id = template.current_version_id WHERE template.id = $1`,
        [id],
      );
      return rows[0];
    };
    return { ...tab, path, stored };
  };
  const says = (page: Page, words: string | RegExp) =>
    page.getByText(words).filter({ visible: true }).first().waitFor();
  const saved = (page: Page) => says(page, /^Saved \d+ s ago$/);
  const keptIn = (page: Page) =>
    page.evaluate<number>(
      `Object.keys(localStorage).filter((key) => key.startsWith('posthorn.draft:')).length`,
    );
  /** Writes, and waits until the server has been asked. */
  const write = async (page: Page, subject: string) => {
    const asked = page.waitForRequest((request) => request.method() === 'PATCH');
    await subjectOf(page).fill(subject);
    await asked;
  };

  it('is renamed in place and saved by keys alone, with no fault for accessibility', async () => {
    const { page, stored, findFaults, expectNoSidewaysScroll, shoot, problems } = await open();
    await page.getByRole('button', { name: 'Rename' }).press('Enter');
    await page.keyboard.type('Welcome mail');
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { level: 1, name: 'Factory template' }).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.type('Welcome mail');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Welcome mail' }).waitFor();
    expect(await page.evaluate('document.activeElement.ariaLabel')).to.equal('Rename');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('Welcome, {{ NAME }}');
    await saved(page);
    expect(await stored()).to.deep.equal({
      name: 'Welcome mail',
      subject: 'Welcome, {{ NAME }}',
      text: 'One\nTwo',
    });
    // A fault of the source stands at its field, and what was typed stays.
    await page.keyboard.type(' {{');
    await says(page, /^Not saved: /);
    expect(await subjectOf(page).getAttribute('aria-invalid')).to.equal('true');
    for (const [width, colorScheme] of [
      [1_280, 'light'],
      [320, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await shoot(`work-page-${width}`);
      expect(await findFaults()).to.deep.equal([]);
      await expectNoSidewaysScroll('the page');
    }
    expect(problems.filter((problem) => !/status of 422/.test(problem))).to.deep.equal([]);
  });

  it('shows both texts when two tabs have written, and saves what one chooses by keys', async () => {
    const { page, context, path, stored, findFaults, expectNoSidewaysScroll, shoot } =
      await open(/status of 422/);
    const other = await context.newPage();
    await other.goto(`${app.url}/app${path}`);
    await subjectOf(other).fill('Theirs');
    await other.getByRole('textbox', { name: 'Text' }).fill('One\nTheir two\nThree');
    await saved(other);
    await page.getByRole('textbox', { name: 'Text' }).fill('One\nMy two');
    await subjectOf(page).fill('Mine');
    const conflict = page.getByRole('region', { name: 'Changed elsewhere' });
    await conflict.waitFor();
    await conflict.getByRole('cell', { name: 'Their two' }).waitFor();
    expect(await stored()).to.include({ subject: 'Theirs', text: 'One\nTheir two\nThree' });
    for (const [width, colorScheme] of [
      [1_280, 'light'],
      [320, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await shoot(`draft-conflict-${width}`);
      expect(await findFaults()).to.deep.equal([]);
      await expectNoSidewaysScroll('the choice');
    }
    await conflict
      .getByRole('group', { name: 'Version of Subject to keep' })
      .getByRole('radio')
      .first()
      .focus();
    await page.keyboard.press('ArrowRight');
    await conflict.getByRole('button', { name: 'Save choice' }).press('Enter');
    await conflict.waitFor({ state: 'detached' });
    await saved(page);
    expect(await page.evaluate('document.activeElement.innerText')).to.match(/^Saved/);
    expect(await stored()).to.include({ subject: 'Theirs', text: 'One\nMy two' });
  });

  it('keeps what was typed over an ended session and a closed tab, and sends it once one is signed in', async () => {
    const member = await signInAgain();
    const { page, context, path, stored } = await open(/status of 401/, member);
    await app.pool.query('DELETE FROM sessions WHERE person_id = $1', [member.personId]);
    await write(page, 'Typed too late');
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.waitFor();
    const session = await createSession(app.pool, { ...member, now: app.clock.now() });
    await context.addCookies([{ name: 'posthorn_session', value: session.token, url: app.url }]);
    const next = await context.newPage();
    await next.goto(`${app.url}/app${path}`);
    await eventually(
      'what the browser has kept is sent',
      async () => (await stored())?.subject === 'Typed too late',
    );
    await saved(next);
    expect(await subjectOf(next).inputValue()).to.equal('Typed too late');
    await next.close();
    await dialog.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.waitFor({ state: 'detached' });
    await saved(page);
    await write(page, 'And more');
    await saved(page);
    expect([(await stored())?.subject, await keptIn(page)]).to.deep.equal(['And more', 0]);
  });

  it('says that the network is down, keeps what is typed, and saves it when it is back', async () => {
    const { page, context, stored } = await open(/ERR_INTERNET_DISCONNECTED/);
    await context.setOffline(true);
    await subjectOf(page).fill('On a train');
    await says(
      page,
      'Not saved: The server cannot be reached. Check your connection. Stored in this browser.',
    );
    expect(await keptIn(page)).to.equal(1);
    await context.setOffline(false);
    await saved(page);
    expect([(await stored())?.subject, await keptIn(page)]).to.deep.equal(['On a train', 0]);
  });

  it('leaves nothing in the browser when one signs out', async () => {
    const { page, open: openPage } = await open(/ERR_FAILED/, await signInAgain());
    await page.route('**/templates/*', (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.continue(),
    );
    await write(page, 'Never to be seen');
    await says(page, /^Not saved: /);
    expect(await keptIn(page)).to.equal(1);
    await openPage('/emails');
    await page.getByRole('button', { name: /account menu/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL('**/sign-in');
    expect(await keptIn(page)).to.equal(0);
  });

  it('asks before it is left only while something is unsaved that the browser cannot keep', async () => {
    const { page, context, path, stored, load } = await open(/ERR_INTERNET_DISCONNECTED/);
    const leave = () => page.getByRole('link', { name: 'Overview' }).press('Enter');
    await page.evaluate(CLOSE_STORAGE);
    await context.setOffline(true);
    await subjectOf(page).fill('Nowhere to keep');
    await says(page, 'Not saved: The server cannot be reached. Check your connection.');
    await leave();
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Go back' }).press('Enter');
    await question.waitFor({ state: 'detached' });
    expect(await subjectOf(page).inputValue()).to.equal('Nowhere to keep');
    const asks = page.waitForEvent('dialog');
    void page.reload().catch(() => {});
    const dialog = await asks;
    expect(dialog.type()).to.equal('beforeunload');
    await dialog.dismiss();
    await context.setOffline(false);
    await saved(page);
    await leave();
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    expect((await stored())?.subject).to.equal('Nowhere to keep');
    await load(path);
    await subjectOf(page).waitFor();
    await page.evaluate(CLOSE_STORAGE);
    await context.setOffline(true);
    await subjectOf(page).fill('Given up');
    await says(page, /^Not saved: /);
    await leave();
    await question.getByRole('button', { name: 'Leave without saving' }).press('Enter');
    await page.waitForURL(/\/app\/?$/);
  });

  it('sends what was typed last when it is left at once, and may not be edited by a viewer', async () => {
    const { page, path, stored, context, load } = await open();
    await subjectOf(page).fill('In passing');
    const answered = page.waitForResponse((response) => response.request().method() === 'PATCH');
    await page.getByRole('link', { name: 'Overview' }).press('Enter');
    await answered;
    expect((await stored())?.subject).to.equal('In passing');
    const { token } = await signInAgain('viewer');
    await context.addCookies([{ name: 'posthorn_session', value: token, url: app.url }]);
    await load(path);
    const pen = page.getByRole('button', { name: 'Rename' });
    await pen.waitFor();
    expect([await pen.getAttribute('aria-disabled'), await subjectOf(page).isEditable()]).to.deep.equal([
      'true',
      false,
    ]);
  });
});
