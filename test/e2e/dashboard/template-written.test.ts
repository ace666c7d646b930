// The page of a template that is written as it will look: the visual editor with the server's own rendering next to it.
import { expect } from 'chai';
import type { Page, Response, Route } from 'playwright-core';
import { useApp } from '../../support/api/app.ts';
import { createContact } from '../../support/factories/contact-factories.ts';
import { createApiKey, createDomain } from '../../support/factories/factories.ts';
import { signIn } from '../../support/factories/people-factories.ts';
import { eventually } from '../../support/time/eventually.ts';
import { focusOn, tabTo } from './keyboard.ts';
import { useTabs } from './tab.ts';

describe('The page of a template that is written', () => {
  const app = useApp();
  const { openTab } = useTabs(app);

  const open = async () => {
    const { accountId, token } = await createApiKey(app.pool);
    const api = app.as(token);
    const session = await signIn(app.pool, { accountId, now: app.clock.now() });
    const tab = await openTab({ session, expected: /status of 422/ });
    const { page } = tab;
    await tab.open('/templates?create=written');
    await page.getByRole('dialog', { name: 'New template' }).waitFor();
    return { accountId, api, tab, page };
  };
  /** The template whose editor is open. */
  const editedBy = async (page: Page) => {
    await page.waitForURL(/\/edit$/);
    await textOf(page).waitFor();
    return `/templates/${/templates\/([^/]+)\/edit$/.exec(page.url())?.[1]}`;
  };
  const textOf = (page: Page) => page.getByRole('textbox', { name: 'Content' });
  const mail = (page: Page) => page.frameLocator('iframe[title="The mail"]:not([data-waiting=true])');
  const saved = (page: Page) => page.getByText(/^Saved \d+ s ago$/).waitFor();

  it('is written, seen for a contact, tested, published and brought together with another tab by keys alone', async () => {
    const { accountId, api, tab, page } = await open();
    const { keyboard } = page;
    const { name: domain } = await createDomain(app.pool, accountId);
    await createContact(app.pool, { accountId, email: 'ana@customer.dev', firstName: 'Ana' });
    const previews: Response[] = [];
    page.on('response', (answer) => answer.url().endsWith('/templates/preview') && previews.push(answer));
    await keyboard.type('Welcome');
    await keyboard.press('Tab');
    await keyboard.press('ArrowDown');
    await page.getByRole('radio', { name: /^Visual editor/, checked: true }).waitFor();
    await keyboard.press('Enter');
    const path = await editedBy(page);
    const stored = async () => (await api.get(path)).body;
    await tabTo(page, 'From');
    await keyboard.type(`Bo <bo@${domain}>`);
    await keyboard.press('Tab');
    await keyboard.type('For {{{FIRST_NAME|you}}}');
    await tabTo(page, 'Content');
    await keyboard.type('# Welcome');
    await keyboard.press('Enter');
    await keyboard.type('Hello {{{FIRST_NAME|friend}}}.');
    await keyboard.press('Enter');
    await keyboard.type('/but');
    await page.getByRole('option', { name: 'Button' }).waitFor();
    await keyboard.press('Enter');
    await keyboard.type('Confirm');
    await keyboard.press('Alt+Enter');
    await keyboard.type('https://acme.dev/confirm');
    await keyboard.press('Enter');
    await keyboard.press('Enter');
    await keyboard.type('/two');
    await page.getByRole('option', { name: 'Two columns' }).waitFor();
    await keyboard.press('Enter');
    await keyboard.type('Left');
    await keyboard.press('ArrowRight');
    await keyboard.type('Right');
    await mail(page).getByText('Hello friend.').waitFor();
    await tabTo(page, 'Contact');
    await keyboard.type('ana');
    await page.getByRole('option', { name: 'ana@customer.dev' }).waitFor();
    await keyboard.press('Enter');
    await eventually('one is', async () => (await page.getByRole('combobox').inputValue()) !== 'ana');
    await page.getByRole('listbox').waitFor({ state: 'detached' });
    await mail(page).getByText('Hello Ana.').waitFor();
    for (const words of ['Confirm', 'Left', 'Right']) await mail(page).getByText(words).waitFor();
    await keyboard.press('Control+s');
    await saved(page);
    await tab.shoot('template-written');
    const { editor, document, html: written } = await stored();
    expect(editor).to.equal('write');
    expect(JSON.stringify(document)).to.include('"columns"');
    expect(written).to.include('{{ FIRST_NAME | default: "friend" }}');
    await tabTo(page, 'Send test', 'Shift+Tab');
    await keyboard.press('Enter');
    await focusOn(page, 'To');
    await keyboard.press('Control+a');
    await keyboard.type('ana@customer.dev');
    await keyboard.press('Enter');
    const link = page.getByRole('link', { name: 'The email to ana@customer.dev' });
    await link.waitFor();
    const { body: email } = await api.get(`/emails/${(await link.getAttribute('href'))?.split('/').at(-1)}`);
    const { subject, html, from } = (await previews.at(-1)?.json()) ?? {};
    expect(email).to.include({ subject, html, from });
    await keyboard.press('Escape');
    await keyboard.press('Control+Shift+Enter');
    await page.getByText(/New mail uses this version/).waitFor();
    for (const name of ['Close', 'Go back', 'Publish']) {
      await keyboard.press('Tab');
      await page.locator(':focus').and(page.getByRole('button', { name })).waitFor();
    }
    await keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await eventually('it is published', async () => (await stored()).status === 'published');
    // Another tab writes the same document while a change is on its way.
    const held: Route[] = [];
    await page.route(`**${path}`, (route) =>
      route.request().method() === 'PATCH' ? void held.push(route) : route.continue(),
    );
    const sent = page.waitForRequest((request) => request.method() === 'PATCH');
    await textOf(page).focus();
    // For a moment after the focus, the editor puts the caret back to where it was.
    await eventually('the caret is at the beginning', async () => {
      await keyboard.press('Control+Home');
      return (await page.getByRole('group', { name: 'Columns' }).count()) === 0;
    });
    await keyboard.type('Mine ');
    await sent;
    const theirs = { ...document, content: [{ type: 'paragraph', content: [text('Theirs')] }] };
    await api.patch(path).send({ document: theirs, html: '<p>Theirs</p>' }).expect(200);
    for (const route of held) await route.continue();
    await page.unroute(`**${path}`);
    const conflict = page.getByRole('region', { name: 'Changed elsewhere' });
    await conflict.waitFor();
    expect((await stored()).html).to.equal('<p>Theirs</p>');
    await tabTo(page, 'Save choice', 'Shift+Tab');
    await keyboard.press('Enter');
    await conflict.waitFor({ state: 'detached' });
    // On a busy machine the last letters were not in what was chosen yet: they are saved after it.
    const mine = written.replace('>Welcome<', '>Mine Welcome<');
    const isAll = async () => (await stored()).html === mine;
    // What is missing says more than that something is.
    await eventually('all of it is saved', isAll).catch(async () =>
      expect((await stored()).html).to.equal(mine),
    );
    await saved(page);
    expect(tab.problems).to.deep.equal([]);
  });

  it('opens what one begins with, loads it again, and goes on as code', async () => {
    const { api, tab, page } = await open();
    await page.getByRole('radio', { name: /^Receipt/ }).check({ force: true });
    await page.keyboard.press('Enter');
    const path = await editedBy(page);
    const stored = async () => (await api.get(path)).body;
    await mail(page).getByText('Price 2').waitFor();
    await tab.load(`${path}/edit`);
    await textOf(page).getByText('Thank you for your order').waitFor();
    const { html } = await stored();
    await page.getByRole('button', { name: 'Continue as code' }).press('Enter');
    await page.getByRole('textbox', { name: 'HTML', exact: true }).waitFor();
    await eventually('it is code', async () => (await stored()).editor === 'code');
    expect(await stored()).to.include({ document: null, html });
    expect(tab.problems).to.deep.equal([]);
  });
});

function text(words: string) {
  return { type: 'text', text: words };
}
