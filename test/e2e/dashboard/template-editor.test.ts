// The editor of a template: what one writes is saved as one types, shown as the server renders it, tested and published; it is
// never lost, whatever is wrong with it, also when another tab writes or the session ends.
import { expect } from 'chai';
import type { Page, Response, Route } from 'playwright-core';
import { useApp } from '../../support/api/app.ts';
import { createContact } from '../../support/factories/contact-factories.ts';
import { createApiKey, createDomain } from '../../support/factories/factories.ts';
import { PASSWORD, signIn } from '../../support/factories/people-factories.ts';
import { useModelServer } from '../../support/net/model-server.ts';
import { eventually } from '../../support/time/eventually.ts';
import { inspectOpen } from './inspect.ts';
import { focusOn, tabTo } from './keyboard.ts';
import { useTabs } from './tab.ts';

const NAME = { key: 'NAME', type: 'string' };
const HOSTILE = '</script><img src=x onerror="top.document.title=1"><script>top.document.title=1</script>';
const SUGGESTED = {
  subject: 'Good morning',
  preview_text: null,
  html: '<p>Fresh</p>',
  text: null,
  variables: [],
};

describe('The editor of a template', () => {
  const model = useModelServer();
  const app = useApp({ config: () => ({ ai: model.settings }) });
  const { openTab } = useTabs(app);

  const open = async (template: object = {}, role: 'owner' | 'viewer' = 'owner') => {
    const { accountId, token } = await createApiKey(app.pool);
    const session = await signIn(app.pool, { accountId, role, now: app.clock.now() });
    const tab = await openTab({ session, expected: /status of (?:401|404|422)/ });
    const api = app.as(token);
    const created = await api
      .post('/templates')
      .send({ name: 'Welcome', html: '<h1>Hello</h1>\n', ...template });
    expect(created.status, JSON.stringify(created.body)).to.equal(201);
    const { id } = created.body;
    await tab.load(`/templates/${id}/edit`);
    await codeOf(tab.page).waitFor();
    const stored = async () => (await api.get(`/templates/${id}`)).body;
    return { accountId, session, api, tab, page: tab.page, id, stored };
  };
  const codeOf = (page: Page, part = 'HTML') => page.getByRole('textbox', { name: part, exact: true });
  const says = (page: Page, words: string | RegExp) =>
    page.getByText(words).filter({ visible: true }).first().waitFor();
  const saved = (page: Page) => says(page, /^Saved \d+ s ago$/);
  const mail = (page: Page) => page.frameLocator('iframe[title="The mail"]:not([data-waiting=true])');
  /** Writes at the end, as one piece: the editor closes tags and braces that are typed. */
  const writeAtEnd = async (page: Page, text: string) => {
    await codeOf(page).focus();
    await page.keyboard.press('Control+End');
    await page.keyboard.insertText(text);
  };

  it('is worked with by keys alone: written, seen for a contact, tested, published, and brought together with another tab', async () => {
    const { accountId, api, tab, page, id, stored } = await open({ variables: [NAME] });
    const { name: domain } = await createDomain(app.pool, accountId);
    await createContact(app.pool, { accountId, email: 'ana@customer.dev', firstName: 'Ana' });
    const previews: Response[] = [];
    page.on('response', (answer) => answer.url().endsWith('/templates/preview') && previews.push(answer));
    await tabTo(page, 'From');
    await page.keyboard.type(`Bo <bo@${domain}>`);
    await page.keyboard.press('Tab');
    await page.keyboard.type('For {{ NAME }}');
    // The choice of the part comes first.
    await tabTo(page, 'HTML');
    await page.keyboard.press('Tab');
    await page.getByRole('status').getByText('Press Esc, then Tab').waitFor();
    await page.keyboard.press('Control+End');
    await page.keyboard.insertText('<p>{{{FIRST_NAME}}}, ');
    // What is offered between braces is taken by Enter, but not by one in the moment in which the list opens: it opens while
    // a person still types.
    await page.keyboard.type('{{ con', { delay: 150 });
    await page.getByRole('option', { name: 'contact.email', selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('option').first().waitFor({ state: 'detached' });
    await page.keyboard.press('Control+End');
    await page.keyboard.insertText('</p>');
    await tabTo(page, 'Contact');
    await page.keyboard.type('ana');
    await page.getByRole('option', { name: 'ana@customer.dev' }).waitFor();
    await page.keyboard.press('Enter');
    // The options may be of the first letter still; who leaves the field before the others are read has chosen nothing.
    await eventually('one is', async () => (await page.getByRole('combobox').inputValue()) !== 'ana');
    await tabTo(page, 'NAME');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('you');
    await page.keyboard.press('Control+Enter');
    await mail(page).getByText('Ana, ana@customer.dev').waitFor();
    await page.getByRole('region', { name: 'In an inbox' }).getByText('For you').waitFor();
    await page.keyboard.press('Control+s');
    await saved(page);
    await tabTo(page, 'Send test', 'Shift+Tab');
    await page.keyboard.press('Enter');
    await focusOn(page, 'To');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('ana@customer.dev');
    await page.keyboard.press('Enter');
    const link = page.getByRole('link', { name: 'The email to ana@customer.dev' });
    await link.waitFor();
    const { body: email } = await api.get(`/emails/${(await link.getAttribute('href'))?.split('/').at(-1)}`);
    const { subject, html: previewed, from } = (await previews.at(-1)?.json()) ?? {};
    expect(email).to.include({ subject, html: previewed, from });
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+Shift+Enter');
    await says(page, /New mail uses this version/);
    await tab.shoot('template-publish');
    for (const name of ['Close', 'Go back', 'Publish']) {
      await page.keyboard.press('Tab');
      await page.locator(':focus').and(page.getByRole('button', { name })).waitFor();
    }
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await says(page, 'Published');
    expect((await stored()).status).to.equal('published');
    // Another tab writes the same source while a change is on its way: nothing is saved over it, and nothing typed is lost.
    const { html } = await stored();
    const held: Route[] = [];
    const patches = `**/templates/${id}`;
    await page.route(patches, (route) =>
      route.request().method() === 'PATCH' ? void held.push(route) : route.continue(),
    );
    const sent = page.waitForRequest((request) => request.method() === 'PATCH');
    await writeAtEnd(page, 'Mine');
    await sent;
    await api
      .patch(`/templates/${id}`)
      .send({ html: `${html}Theirs` })
      .expect(200);
    for (const route of held) await route.continue();
    await page.unroute(patches);
    const conflict = page.getByRole('region', { name: 'Changed elsewhere' });
    await conflict.waitFor();
    await tab.shoot('template-conflict');
    expect((await stored()).html).to.equal(`${html}Theirs`);
    await conflict.getByRole('button', { name: 'Save choice' }).press('Enter');
    await conflict.waitFor({ state: 'detached' });
    await saved(page);
    expect((await stored()).html).to.equal(`${html}Mine`);
    expect(tab.problems).to.deep.equal([]);
  });

  it('keeps a source with a fault in the browser, marks and lists it, and saves it once it is corrected', async () => {
    const { tab, page, stored } = await open();
    await writeAtEnd(page, '{% if contact.email %}\nopen');
    await says(page, /^Not saved: .*Stored in this browser\.$/);
    const problem = page.getByRole('button', { name: 'HTML, line 2, column 1' });
    await problem.waitFor();
    await page.locator('.cm-gutter-lint .cm-lint-marker-error').waitFor();
    await tab.settled();
    await inspectOpen(tab, 'template-fault');
    await page.setViewportSize({ width: 1_280, height: 800 });
    // Other fields are saved all the same.
    await page.getByRole('textbox', { name: 'Subject' }).fill('Still saved');
    await eventually('the subject is saved', async () => (await stored()).subject === 'Still saved');
    await page.reload();
    await codeOf(page).waitFor();
    await says(page, /^open$/);
    await problem.press('Enter');
    await page.keyboard.press('End');
    await page.keyboard.insertText('{% endif %}');
    await saved(page);
    expect((await stored()).html).to.equal('<h1>Hello</h1>\n{% if contact.email %}{% endif %}\nopen');
    await problem.waitFor({ state: 'detached' });
  });

  it('offers to declare what the source uses, keeps a variable that is not finished, and takes 50 of them', async () => {
    const { page, stored } = await open();
    await writeAtEnd(page, '{{ PLAN }} {{{contact.first_name|you}}}');
    await page.getByRole('button', { name: 'Declare PLAN' }).press('Enter');
    await focusOn(page, 'Name');
    await mail(page).getByText('Plan you').waitFor();
    await saved(page);
    const row = page.getByRole('group', { name: 'The variable PLAN' });
    await row.getByRole('button', { name: /Type/ }).press('Enter');
    await page.getByRole('option', { name: 'Number' }).press('Enter');
    await row.getByRole('checkbox', { name: 'Has a fallback' }).press('Space');
    await row.getByText('Enter a number, such as 12.5.').waitFor();
    await says(page, /^Not saved: not complete/);
    await row.getByRole('textbox', { name: 'Fallback of PLAN' }).fill('7');
    await saved(page);
    const { variables } = await stored();
    expect(variables).to.have.length(1);
    expect(variables[0]).to.include({ key: 'PLAN', type: 'number', fallback_value: 7 });
    await row.getByRole('button', { name: 'Remove PLAN' }).press('Enter');
    await page.getByRole('button', { name: 'Declare PLAN' }).waitFor();
    expect(await page.evaluate('document.activeElement.textContent')).to.equal('Add a variable');
    const many = await open({
      variables: Array.from({ length: 50 }, (_, at) => ({
        key: `V${at}`,
        type: 'string',
        fallback_value: HOSTILE,
      })),
      html: '{{ V49 }}{{{V0}}}',
    });
    await mail(many.page).getByText('onerror').first().waitFor();
    const add = many.page.getByRole('button', { name: 'Add a variable' });
    expect(await add.getAttribute('aria-disabled')).to.equal('true');
    expect(await many.page.title()).to.equal('Welcome · Posthorn');
  });

  it('checks what is saved and leads to the line, and opens links when one asks', async () => {
    const { page } = await open({ html: '<p>One</p>\n<p>Hello %FIRST_NAME%</p>\n', subject: 'Hi' });
    const check = page.getByRole('region', { name: 'Check' });
    await check.getByRole('button', { name: 'HTML, line 2' }).press('Enter');
    expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).to.equal('HTML');
    const asked = page.waitForRequest(/links=true/);
    await check.getByRole('button', { name: 'Check the links' }).press('Enter');
    await asked;
    await page.getByRole('radio', { name: 'Text' }).first().check({ force: true });
    await page.getByRole('checkbox', { name: 'Create the text from the HTML' }).press('Space');
    await codeOf(page, 'Text').focus();
    await page.keyboard.insertText('Hello');
    await saved(page);
  });

  it('takes half a megabyte on one line, and keeps ends of lines as they came', async () => {
    const line = `<p>${'word '.repeat(100_000)}</p>`;
    const { page, stored } = await open({ html: `<h1>Hello</h1>\r\n${line}` });
    await writeAtEnd(page, 'end');
    await saved(page);
    expect((await stored()).html).to.equal(`<h1>Hello</h1>\r\n${line}end`);
    await writeAtEnd(page, 'x'.repeat(30_000));
    await says(page, /^Not saved: .*512 KiB.*Stored in this browser\.$/);
    expect((await stored()).html.length).to.equal(line.length + 19);
  });

  it('stays with what was written when the template is deleted elsewhere, and when the session ends', async () => {
    const { api, page, session, id, stored } = await open();
    // While it is saved: before, the question for the password could take the focus from the text.
    await page.route('**/templates/*', async (route) => {
      if (route.request().method() === 'PATCH')
        await app.pool.query('DELETE FROM sessions WHERE person_id = $1', [session.personId]);
      await route.continue();
    });
    await writeAtEnd(page, 'Typed too late');
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.waitFor();
    await page.unroute('**/templates/*');
    await dialog.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.waitFor({ state: 'detached' });
    await eventually(
      'what was typed is saved',
      async () => (await stored()).html === '<h1>Hello</h1>\nTyped too late',
    );
    await api.delete(`/templates/${id}`).expect(200);
    await says(page, /This template was deleted elsewhere/);
    await writeAtEnd(page, ', still here');
    await page.getByRole('button', { name: 'Save as new template' }).press('Enter');
    await page.waitForURL((url) => !url.pathname.includes(id));
    await says(page, /Typed too late, still here/);
  });

  it('shows the source of a document that it cannot edit, and drops the document only as code', async () => {
    const document = { version: 99, type: 'doc' };
    const { page, tab, stored } = await open({ editor: 'write', document });
    await says(page, 'This template comes from another visual editor');
    expect(await codeOf(page).getAttribute('aria-readonly')).to.equal('true');
    await inspectOpen(tab, 'template-foreign');
    await page.setViewportSize({ width: 1_280, height: 800 });
    const goOn = page.getByRole('button', { name: 'Continue as code' });
    await goOn.press('Enter');
    await eventually('it is code', async () => (await stored()).document === null);
    await page.getByRole('button', { name: 'Undo' }).press('Enter');
    await eventually('the document is back', async () => (await stored()).document?.version === 99);
    expect((await stored()).editor).to.equal('write');
  });

  it('has a first draft written where a model is set, which can be taken back', async () => {
    model.say(SUGGESTED);
    const { page, stored } = await open({ subject: 'Mine' });
    await page.getByRole('button', { name: 'Suggest', exact: true }).press('Enter');
    await page.getByRole('textbox', { name: 'What should the email say?' }).fill('Good morning.');
    await page.getByRole('dialog').getByRole('button', { name: 'Suggest' }).press('Enter');
    await mail(page).getByText('Fresh').waitFor();
    await saved(page);
    expect(await stored()).to.include({ subject: 'Good morning', html: '<p>Fresh</p>' });
    await page.getByRole('button', { name: 'Undo' }).press('Enter');
    await mail(page).getByText('Hello').waitFor();
    await saved(page);
    expect(await stored()).to.include({ subject: 'Mine', html: '<h1>Hello</h1>\n' });
  });

  it('shows all to a viewer, who changes nothing', async () => {
    const { tab, page } = await open({ variables: [NAME] }, 'viewer');
    await mail(page).getByText('Hello').waitFor();
    await tab.settled();
    await inspectOpen(tab, 'template-viewer');
    await page.setViewportSize({ width: 1_280, height: 800 });
    for (const name of ['Publish', 'Send test', 'Add a variable'])
      expect(await page.getByRole('button', { name }).getAttribute('aria-disabled'), name).to.equal('true');
    expect(await codeOf(page).getAttribute('aria-readonly')).to.equal('true');
    expect(await page.getByRole('textbox', { name: 'Subject' }).isEditable()).to.equal(false);
    expect(tab.requests.filter((request) => /^(?:PATCH|DELETE)/.test(request))).to.deep.equal([]);
  });
});
