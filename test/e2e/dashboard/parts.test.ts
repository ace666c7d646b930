// The parts of pages that edit, in the gallery and by keys alone: fields that ask for options, files, moments, panes, lines
// of a chart, and notices that can be undone. That they have no fault for accessibility is in empty-pages.test.ts.
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { useApp } from '../../support/api/app.ts';
import { signIn } from '../../support/factories/people-factories.ts';
import { createTemplate } from '../../support/factories/template-factories.ts';
import { useTabs } from './tab.ts';

describe('The parts of pages that edit', () => {
  const app = useApp();
  const { openTab, openOwnTab } = useTabs(app);
  let session: Awaited<ReturnType<typeof signIn>>;
  let templateId: string;
  // An account with two templates.
  before(async () => {
    session = await signIn(app.pool, { now: app.clock.now() });
    templateId = (await createTemplate(app.pool, session.accountId)).id;
    await createTemplate(app.pool, session.accountId);
    await app.pool.query("UPDATE templates SET name = 'Receipt' WHERE id <> $1", [templateId]);
  });
  const openGallery = async () => {
    const tab = await openTab({ session });
    await tab.open('/gallery');
    return tab;
  };
  const said = (page: Page) => page.locator('[role=status].visually-hidden').first();

  it('ask for options as one types, end the request before, and keep the words of what is chosen', async () => {
    const { page, open, findFaults, problems } = await openTab({
      session,
      expected: /status of 500|ERR_FAILED/,
    });
    await open(`/gallery?template=${templateId}`);
    let asked = 0;
    let answer = () => {};
    await page.route('**/templates?*', async (route) => {
      asked += 1;
      if (asked === 2) await new Promise<void>((resolve) => (answer = resolve));
      await route.fallback().catch(() => {});
    });
    const field = page.getByRole('combobox', { name: 'Looks like' });
    await field.focus();
    await field.press('ArrowDown');
    await page.getByRole('option').first().waitFor();
    const ended = page.waitForEvent('requestfailed', (request) => request.url().includes('/templates?'));
    const begun = page.waitForRequest(/templates\?/);
    // Each text is one event: on a slow machine a pause between two letters would ask as well.
    await field.fill('rec');
    await begun;
    await field.fill('receipt');
    await ended;
    answer();
    await page.getByRole('option', { name: 'Factory template' }).waitFor({ state: 'detached' });
    expect(await page.getByRole('option').count()).to.equal(1);
    // React Aria hides the page around an open list, which the tab key closes before it leaves the field.
    const faults = (await findFaults()).filter((fault) => !fault.startsWith('aria-hidden-focus'));
    expect(faults).to.deep.equal([]);
    expect(asked).to.equal(3);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('listbox').waitFor({ state: 'detached' });
    expect(await field.inputValue()).to.equal('Receipt');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('zzz');
    await page.getByText('No results for “zzz”.').waitFor();
    await said(page).filter({ hasText: 'Looks like: no results.' }).waitFor({ state: 'attached' });
    await page.keyboard.press('Escape');
    expect(await field.inputValue()).to.equal('Receipt');
    await page.unrouteAll();
    await page.route('**/templates?*', (route) => route.abort());
    await page.keyboard.type('x');
    const retry = page.getByRole('button', { name: 'Try again' });
    await retry.waitFor();
    await page.keyboard.press('Tab');
    expect(await field.inputValue()).to.equal('Receipt');
    await page.unrouteAll();
    await retry.press('Enter');
    await retry.waitFor({ state: 'detached' });
    expect(await page.evaluate('document.activeElement.value')).to.equal('Receipt');
    expect(problems).to.deep.equal([]);
  });

  it('open their list for letters that come in the instant of the focus', async () => {
    const { page, open, problems } = await openTab({ session });
    await open(`/gallery?template=${templateId}`);
    const field = page.getByRole('combobox', { name: 'Looks like' });
    await field.waitFor();
    // In one task: the field has asked for nothing yet.
    await page.evaluate(`{
      const fields = [...document.querySelectorAll('input[role=combobox]')];
      fields.find(({ labels }) => labels[0].textContent.startsWith('Looks like')).focus();
      document.execCommand('insertText', false, 'Fact');
    }`);
    await page.getByRole('option', { name: 'Factory template' }).waitFor();
    expect(await field.inputValue()).to.equal('Fact');
    expect(problems).to.deep.equal([]);
  });

  it('take files by the keyboard, refuse others in words, and read moments and points of a chart', async () => {
    const { page, problems } = await openGallery();
    const csv = { name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from('email\nbo@customer.dev\n') };
    const drop = page.getByRole('group', { name: 'Contacts' });
    const chooser = page.waitForEvent('filechooser');
    await drop.getByRole('button', { name: 'Choose a file' }).press('Enter');
    await (await chooser).setFiles(csv);
    await drop.getByText('people.csv').waitFor();
    await drop.getByRole('button', { name: 'Remove people.csv' }).press('Enter');
    expect(await page.evaluate('document.activeElement.innerText')).to.equal('Choose a file');
    await drop.locator('input').setInputFiles({ ...csv, name: 'people.xlsx' });
    await drop
      .getByRole('alert')
      .filter({ hasText: 'people.xlsx is not accepted. Choose a file of type .csv, .txt.' })
      .waitFor();

    const words = page.getByRole('textbox', { name: 'Send at, in words' });
    await words.focus();
    await page.keyboard.type('tomorrow 9:00');
    await page.getByText('Wednesday, 21 October 2026 at 09:00 GMT+2, Europe/Berlin').waitFor();
    const picker = page.getByLabel('Send at, date and time');
    expect(await picker.inputValue()).to.equal('2026-10-21T09:00');
    await picker.fill('2026-10-25T02:30');
    expect(await words.inputValue()).to.equal('2026-10-25 02:30');
    const field = page.getByRole('group', { name: 'Send at' });
    await field.getByRole('button', { name: 'Use the second time' }).press('Enter');
    await field.getByText('02:30 GMT+1').waitFor();
    await words.fill('every Friday');
    await words.blur();
    expect(await words.getAttribute('aria-invalid')).to.equal('true');

    const point = page.getByRole('slider', { name: 'Rates a day: point' });
    await point.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    expect(await point.getAttribute('aria-valuetext')).to.match(
      /^2 November 2026: opened 0\.\d+, clicked 0\.\d+, /,
    );
    expect(problems).to.deep.equal([]);
  });

  it('move the line between two panes by keys, keep its place, and stack on a phone', async () => {
    const { page, load, shoot } = await openGallery();
    const line = page.getByRole('separator', { name: 'Width of the source' });
    const value = () => line.getAttribute('aria-valuenow');
    await line.focus();
    for (const key of ['End', 'ArrowLeft', 'Shift+ArrowLeft']) await page.keyboard.press(key);
    expect(await value()).to.equal('68');
    await load('/gallery');
    expect(await value()).to.equal('68');
    await line.scrollIntoViewIfNeeded();
    const box = await line.boundingBox();
    await page.mouse.move((box?.x ?? 0) + 12, (box?.y ?? 0) + 10);
    await page.mouse.down();
    await page.mouse.move(0, 0);
    await page.mouse.up();
    expect(await value()).to.equal('20');
    await line.dblclick();
    expect(await value()).to.equal('50');
    await shoot('parts');
    await page.setViewportSize({ width: 375, height: 800 });
    await line.waitFor({ state: 'hidden' });
  });

  it('undo by F6 and Enter, once, for eight seconds at least and as long as the focus is there', async () => {
    // Its clock outlasts the test; without a session it has no frames, in whose documents a clock is refused.
    const { page, open, problems } = await openOwnTab();
    await open('/gallery');
    const press = page.getByRole('button', { name: 'That can be undone' });
    const toast = page.getByText('The rule was deleted');
    await page.clock.install();
    await press.press('Enter');
    await page.clock.runFor(8_500);
    await toast.waitFor();
    await page.keyboard.press('F6');
    await page.clock.runFor(60_000);
    expect(await page.evaluate('document.activeElement.innerText')).to.equal('Undo');
    await page.keyboard.press('Enter');
    await page.getByText('It is back').waitFor();
    await page.clock.runFor(100);
    expect(await toast.count()).to.equal(0);
    expect(await page.evaluate('document.activeElement.innerText')).to.equal('That can be undone');
    await page.clock.runFor(6_000);
    await press.press('Enter');
    await page.clock.runFor(11_000);
    expect(await toast.count()).to.equal(0);
    expect(problems).to.deep.equal([]);
  });
});
