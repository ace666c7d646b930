// The page on which a campaign is written: what it says is saved as one types, by a template or as code, shown and tested as a
// contact gets it, and never lost, whatever is wrong with it, also when another tab sends it or the session ends.
import { expect } from 'chai';
import type { Page, Response, Route } from 'playwright-core';
import { createContact } from '../../support/factories/contact-factories.ts';
import { PASSWORD } from '../../support/factories/people-factories.ts';
import { useModelServer } from '../../support/net/model-server.ts';
import { eventually } from '../../support/time/eventually.ts';
import { button, region, says, useCampaignPages } from './campaign-pages.ts';
import { focusOn, tabTo } from './keyboard.ts';

const FOOTER = '<p>Acme, 1 Road. <a href="{{{UNSUBSCRIBE_URL}}}">Unsubscribe</a></p>';
const VARIABLES = [
  { key: 'TITLE', type: 'string', fallback_value: 'News' },
  { key: 'COUNT', type: 'number' },
];

describe('The page on which a campaign is written', () => {
  const model = useModelServer();
  const { app, open } = useCampaignPages({ config: () => ({ ai: model.settings }) });

  const codeOf = (page: Page) => page.getByRole('textbox', { name: 'HTML', exact: true });
  const saved = (page: Page) => says(page, /^Saved \d+ s ago$/);
  const mail = (page: Page) => page.frameLocator('iframe[title="The mail"]:not([data-waiting=true])');
  const inbox = (page: Page) => page.getByRole('region', { name: 'In an inbox' });
  /** Writes at the end, as one piece: the editor closes tags and braces that are typed. */
  const writeAtEnd = async (page: Page, text: string) => {
    await codeOf(page).focus();
    await page.keyboard.press('Control+End');
    await page.keyboard.insertText(text);
  };
  const createTemplate = async ({ api }: Pick<Opened, 'api'>, fields: object = {}): Promise<string> => {
    const html = `<h1>{{ TITLE }}</h1><p>{{ COUNT }} offers</p>${FOOTER}`;
    const template = { name: 'Offers', html, variables: VARIABLES, ...fields };
    const { body } = await api.post('/templates').send(template).expect(201);
    await api.post(`/templates/${body.id}/publish`).expect(200);
    return body.id;
  };
  type Opened = Awaited<ReturnType<typeof open>>;

  it('is worked with by keys alone: written, seen for a contact, and tested as it is seen', async () => {
    const { accountId, api, tab, page, load, inspect } = await open();
    await createContact(app.pool, { accountId, email: 'bo@customer.dev', firstName: 'Bo' });
    const previews: Response[] = [];
    page.on('response', (answer) => answer.url().endsWith('/preview') && previews.push(answer));
    await load();
    await codeOf(page).waitFor();
    await tabTo(page, 'Subject');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('For {{{contact.first_name|you}}}');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Only today');
    await tabTo(page, 'HTML');
    await page.keyboard.press('Tab');
    await page.getByRole('status').getByText('Press Esc, then Tab').waitFor();
    await page.keyboard.press('Control+Home');
    await page.keyboard.insertText('<p>Hello {{{FIRST_NAME|friend}}}</p>\n');
    await page.keyboard.press('Control+s');
    await saved(page);
    await mail(page).getByText('Hello friend').waitFor();
    await tabTo(page, 'Contact');
    await page.keyboard.type('bo@customer.dev');
    await page.getByRole('option', { name: 'bo@customer.dev' }).waitFor();
    await page.keyboard.press('Enter');
    await mail(page).getByText('Hello Bo').waitFor();
    await inbox(page).getByText('For Bo').waitFor();
    await inbox(page).getByText('Only today').waitFor();
    await inspect('campaign-editor');
    // Outside of fields a letter is a key.
    await tabTo(page, 'Send test', 'Shift+Tab');
    await page.keyboard.press('t');
    await focusOn(page, 'To');
    await says(page, 'The test uses the values of bo@customer.dev.');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('me@customer.dev');
    await page.keyboard.press('Enter');
    const link = page.getByRole('link', { name: 'The email to me@customer.dev' });
    await link.waitFor();
    const { body: email } = await api.get(`/emails/${(await link.getAttribute('href'))?.split('/').at(-1)}`);
    const { subject, from, html } = (await previews.at(-1)?.json()) ?? {};
    expect(email).to.include({ subject, from });
    expect(withoutLinks(email.html)).to.equal(withoutLinks(html));
    expect(tab.problems).to.deep.equal([]);
  });

  it('keeps code with a fault in the browser, marks and lists it, and saves it once it is corrected', async () => {
    const { page, load, stored, inspect } = await open({ fields: { html: `${FOOTER}\n` } });
    await load();
    await codeOf(page).waitFor();
    await writeAtEnd(page, '{% if contact.email %}\nopen');
    await says(page, /^Not saved: .*Stored in this browser\.$/);
    const problem = button(page, 'HTML, line 2, column 1');
    await problem.waitFor();
    await page.locator('.cm-gutter-lint .cm-lint-marker-error').waitFor();
    await says(page, 'This preview shows the last saved version.');
    await inspect('campaign-fault');
    await page.getByRole('textbox', { name: 'Subject' }).first().fill('Still saved');
    await eventually('the subject is saved', async () => (await stored()).subject === 'Still saved');
    await page.reload();
    await problem.press('Enter');
    await page.keyboard.press('End');
    await page.keyboard.insertText('{% endif %}');
    await saved(page);
    expect((await stored()).html).to.equal(`${FOOTER}\n{% if contact.email %}{% endif %}\nopen`);
    await problem.waitFor({ state: 'detached' });
  });

  it('takes a template with its values, keeps one that is none of its type, and goes back to code', async () => {
    const opened = await open();
    const { page, load, stored, inspect, api } = opened;
    const id = await createTemplate(opened);
    await load();
    await codeOf(page).waitFor();
    await page.getByRole('radio', { name: 'Template' }).press('Space');
    await says(page, /^Not saved: not complete/);
    await page.getByRole('combobox', { name: 'Template' }).fill('Off');
    await page.getByRole('option', { name: 'Offers' }).click();
    await page.getByRole('textbox', { name: 'COUNT' }).fill('many');
    await says(page, 'Enter a number, such as 12.5.');
    await says(page, /^Not saved: not complete/);
    await page.getByRole('textbox', { name: 'COUNT' }).fill('3');
    await mail(page).getByText('3 offers').waitFor();
    await mail(page).getByText('News', { exact: true }).waitFor();
    await saved(page);
    expect((await stored()).template).to.deep.equal({ id, variables: { COUNT: 3 } });
    await inspect('campaign-template');
    // A draft keeps the name of what is deleted.
    await api.delete(`/templates/${id}`).expect(200);
    await says(page, /This template was deleted\. Choose another one/);
    await page.getByRole('radio', { name: 'Code' }).press('Space');
    await codeOf(page).waitFor();
    // Its code is still known, and uses what only a template declares.
    await button(page, 'HTML, line 1, column 8').waitFor();
    await codeOf(page).focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText(`<p>By hand</p>${FOOTER}`);
    await saved(page);
    expect(await stored()).to.include({ template: null });
  });

  it('writes its body as a template, and comes back to use it', async () => {
    const { page, id, load, api, stored } = await open();
    await load();
    await codeOf(page).waitFor();
    await button(page, 'Turn into a template').press('Enter');
    await page.waitForURL(/\/templates\/[\da-f-]{36}\/edit\?campaign=/);
    const [, templateId] = /templates\/([\da-f-]{36})/.exec(page.url()) ?? [];
    const back = page.getByRole('link', { name: 'Campaign', exact: true });
    await back.waitFor();
    expect((await api.get(`/templates/${templateId}`)).body).to.include({ name: 'May', editor: 'code' });
    await back.press('Enter');
    await says(page, 'May can become the body of this campaign after you publish it.');
    await api.post(`/templates/${templateId}/publish`).expect(200);
    await button(page, 'Use template').press('Enter');
    await saved(page);
    await eventually('it is used', async () => (await stored()).template?.id === templateId);
    expect(page.url()).to.match(new RegExp(`/campaigns/${id}/edit$`));
    // What it replaced comes back.
    await page.getByRole('radio', { name: 'Code' }).press('Space');
    await eventually('it is code', async () => (await stored()).template === null);
    await button(page, 'Undo').press('Enter');
    await eventually('it is the template', async () => (await stored()).template?.id === templateId);
  });

  it('asks something with ten long options, once all of it is written', async () => {
    const { page, load, stored, inspect } = await open();
    await load();
    await page.getByRole('switch', { name: 'Add a poll' }).press('Space');
    await says(page, /^Not saved: not complete/);
    await page.getByRole('textbox', { name: 'Question' }).fill('Which of them?');
    const options = Array.from({ length: 10 }, (_, at) => `${at} ${'x'.repeat(198)}`);
    for (const [at, option] of options.entries()) {
      if (at > 1) await button(page, 'Add an option').press('Enter');
      await page.getByRole('textbox', { name: `Option ${at + 1}`, exact: true }).fill(option);
    }
    expect(await button(page, 'Add an option').getAttribute('aria-disabled')).to.equal('true');
    await page.getByRole('textbox', { name: 'Ends, in words' }).fill('in 3 days');
    await mail(page).getByText('Which of them?').waitFor();
    await saved(page);
    const { poll } = await stored();
    expect(poll.options.map(({ label }: { label: string }) => label)).to.deep.equal(options);
    expect(Date.parse(poll.closes_at)).to.be.above(Date.now());
    await inspect('campaign-poll');
    await button(page, 'Remove option 10').press('Enter');
    await page.getByText('More: link parameters').press('Enter');
    await page.getByRole('textbox', { name: 'utm_source' }).fill('news');
    await eventually('it is saved', async () => {
      const campaign = await stored();
      return campaign.utm?.source === 'news' && campaign.poll.options.length === 9;
    });
    await page.getByRole('switch', { name: 'Add a poll' }).press('Space');
    await eventually('nothing is asked', async () => (await stored()).poll === null);
  });

  it('lets one choose between what two have written, and says what was typed when another tab has sent it', async () => {
    const { api, id, tab, page, load, stored } = await open();
    await load();
    await codeOf(page).waitFor();
    const { html } = await stored();
    const held: Route[] = [];
    const patches = `**/campaigns/${id}`;
    const hold = () =>
      page.route(patches, (route) =>
        route.request().method() === 'PATCH' ? void held.push(route) : route.continue(),
      );
    const letGo = async () => {
      for (const route of held.splice(0)) await route.continue();
      await page.unroute(patches);
    };
    const isSent = () => page.waitForRequest((request) => request.method() === 'PATCH');
    await hold();
    const first = isSent();
    await writeAtEnd(page, 'Mine');
    await first;
    await api
      .patch(`/campaigns/${id}`)
      .send({ html: `${html}Theirs` })
      .expect(200);
    await letGo();
    const conflict = page.getByRole('region', { name: 'Changed elsewhere' });
    await conflict.waitFor();
    await tab.shoot('campaign-conflict');
    await conflict.getByRole('button', { name: 'Save choice' }).press('Enter');
    await conflict.waitFor({ state: 'detached' });
    await eventually('mine is saved', async () => (await stored()).html === `${html}Mine`);
    await hold();
    const second = isSent();
    await writeAtEnd(page, ', too late');
    await second;
    await api.post(`/campaigns/${id}/send`).send({}).expect(200);
    await letGo();
    await says(page, 'The campaign was sent or canceled while you were editing');
    await says(page, /Mine, too late/);
    await tab.settled();
    await tab.shoot('campaign-left-over');
    expect(await tab.findFaults()).to.deep.equal([]);
    expect((await stored()).html).to.equal(`${html}Mine`);
    await button(page, 'Discard changes').press('Enter');
    await page.getByText(/Mine, too late/).waitFor({ state: 'detached' });
    expect(await page.getByRole('article').count()).to.equal(1);
  });

  it('stays with what was written when the session ends, and when the campaign is deleted elsewhere', async () => {
    const { api, id, page, session, load, stored } = await open();
    await load();
    await codeOf(page).waitFor();
    await page.route('**/campaigns/*', async (route) => {
      if (route.request().method() === 'PATCH')
        await app.pool.query('DELETE FROM sessions WHERE person_id = $1', [session.personId]);
      await route.continue();
    });
    await writeAtEnd(page, 'Typed too late');
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.waitFor();
    await page.unroute('**/campaigns/*');
    await dialog.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.waitFor({ state: 'detached' });
    await eventually('what was typed is saved', async () => (await stored()).html.endsWith('Typed too late'));
    await api.delete(`/campaigns/${id}`).expect(200);
    await says(page, /This campaign was deleted elsewhere/);
    await writeAtEnd(page, ', still here');
    await button(page, 'Save as new campaign').press('Enter');
    await page.waitForURL((url) => !url.pathname.includes(id));
    await says(page, /Typed too late, still here/);
  });

  it('has subjects suggested where a model is set, of which one is taken and taken back', async () => {
    model.say({ subjects: ['Fresh today', 'Warm bread'] });
    const { page, load, stored } = await open();
    await load();
    await button(page, 'Suggest subjects').press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Suggest', exact: true }).press('Enter');
    await button(page, 'Warm bread').press('Enter');
    await eventually('it is taken', async () => (await stored()).subject === 'Warm bread');
    await button(page, 'Undo').press('Enter');
    await eventually('it is taken back', async () => (await stored()).subject === 'News of May');
  });

  it('says of a scheduled campaign when it is sent, and shows all to a viewer, who changes nothing', async () => {
    const poll = { question: 'Well?', options: ['Yes', 'No'] };
    const { tab, page, load, inspect } = await open({
      role: 'viewer',
      fields: { poll, utm: { source: 'news' }, send: true, scheduled_at: 'in 2 days' },
    });
    await load();
    await says(page, /Changes that you make until then are included/);
    await mail(page).getByText('Well?').waitFor();
    await page.getByText('More: link parameters').press('Enter');
    await region(page, 'Content').getByText('Yes, No').waitFor();
    await inspect('campaign-viewer');
    expect(await button(page, 'Send test').getAttribute('aria-disabled')).to.equal('true');
    expect(await codeOf(page).getAttribute('aria-readonly')).to.equal('true');
    expect(await page.getByRole('textbox', { name: 'Subject' }).first().isEditable()).to.equal(false);
    expect(tab.requests.filter((request) => /^(?:PATCH|DELETE)/.test(request))).to.deep.equal([]);
  });
});

/** The links of a test are those of its own email. */
const withoutLinks = (html: string) => html.replaceAll(/href="[^"]*"/g, '');
