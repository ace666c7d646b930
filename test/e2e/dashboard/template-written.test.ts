// The page of a template that is written as it will look: the visual editor with the server's own rendering next to it.
import { expect } from 'chai';
import { useApp } from '../../support/api/app.ts';
import { createApiKey } from '../../support/factories/factories.ts';
import { signIn } from '../../support/factories/people-factories.ts';
import { eventually } from '../../support/time/eventually.ts';
import { useTabs } from './tab.ts';

describe('The page of a template that is written', () => {
  const app = useApp();
  const { openTab } = useTabs(app);

  it('saves the document with its html, shows it as the server renders it, and goes on as code', async () => {
    const { accountId, token } = await createApiKey(app.pool);
    const api = app.as(token);
    const { page, load, open, shoot, problems } = await openTab({
      session: await signIn(app.pool, { accountId, now: app.clock.now() }),
    });
    await open('/templates?create=written');
    const dialog = page.getByRole('dialog', { name: 'New template' });
    await dialog.getByLabel('Name').fill('Welcome');
    await dialog.getByRole('radio', { name: /^Written/ }).check({ force: true });
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/edit$/);
    const [, id] = /templates\/([^/]+)\/edit$/.exec(page.url()) ?? [];
    const stored = async () => (await api.get(`/templates/${id}`)).body;
    const content = page.getByRole('textbox', { name: 'Content' });
    await content.focus();
    await page.keyboard.type('# Welcome');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Hello {{{FIRST_NAME|friend}}}');
    const mail = page.frameLocator('iframe[title="The mail"]:not([data-waiting=true])');
    await mail.getByRole('heading', { name: 'Welcome' }).waitFor();
    await mail.getByText('Hello friend').waitFor();
    await page.getByText(/^Saved \d+ s ago$/).waitFor();
    const { editor, document, html } = await stored();
    expect(editor).to.equal('write');
    expect(JSON.stringify(document)).to.include('Welcome');
    expect(html).to.include('{{ FIRST_NAME | default: "friend" }}');
    await shoot('template-written');
    await load(`/templates/${id}/edit`);
    await content.getByText('Welcome').waitFor();
    await page.getByRole('button', { name: 'Go on as code' }).press('Enter');
    await page.getByRole('textbox', { name: 'HTML', exact: true }).waitFor();
    await eventually('it is code', async () => (await stored()).editor === 'code');
    expect(await stored()).to.include({ document: null, html });
    expect(problems).to.deep.equal([]);
  });
});
