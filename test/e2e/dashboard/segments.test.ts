// Segments in the dashboard: rules are changed while one sees whom they find, are saved when they are finished and never over
// another person's change; a segment by hand is filled and left; what uses one is named when it is to be deleted.
import { expect } from 'chai';
import type { Page, Route } from 'playwright-core';
import { useApp } from '../../support/api/app.ts';
import { createContact, createContactProperty } from '../../support/factories/contact-factories.ts';
import { createApiKey } from '../../support/factories/factories.ts';
import { signIn } from '../../support/factories/people-factories.ts';
import { inspect } from './inspect.ts';
import { tabTo } from './keyboard.ts';
import { useTabs } from './tab.ts';

const MARKUP = '<img src=x onerror="document.title=1">';
const LONG = `${MARKUP} ${'long '.repeat(32)}`.trim().slice(0, 200);

describe('Segments in the dashboard', () => {
  const app = useApp();
  const { openTab } = useTabs(app);

  /** A tab of a member, and a program of the same account. */
  const open = async (role: 'owner' | 'viewer' = 'owner') => {
    const { accountId, token } = await createApiKey(app.pool);
    const session = await signIn(app.pool, { accountId, role, now: app.clock.now() });
    const tab = await openTab({ session, expected: /status of (?:404|422|503)/ });
    const api = app.as(token);
    const make = async (path: string, body: object) => {
      const answer = await api.post(path).send(body);
      expect(answer.status, JSON.stringify(answer.body)).to.equal(201);
      return answer.body;
    };
    return { accountId, api, make, tab, page: tab.page };
  };
  const count = (page: Page, words: string) =>
    page.getByRole('region', { name: 'Matching contacts' }).getByText(words, { exact: true }).waitFor();

  it('begin with a ready rule, show whom it finds by keyboard, and are those whom the API finds', async () => {
    const { accountId, api, tab, page } = await open();
    await createContactProperty(app.pool, accountId, { key: 'plan' });
    for (const [email, plan] of [
      ['ana@customer.dev', 'pro'],
      ['bo@customer.dev', 'pro'],
      ['cy@acme.dev', 'free'],
    ] as const)
      await createContact(app.pool, { accountId, email, properties: { 1: plan } });
    await tab.open('/');
    await tab.settled();
    await page.keyboard.press('g');
    await page.keyboard.press('n');
    await page.getByText('Create your first segment').waitFor();
    await tabTo(page, 'Start with “Everyone on plan pro”');
    await page.keyboard.press('Enter');
    await page.getByText('plan is pro').first().waitFor();
    await count(page, '2 contacts');
    await tab.shoot('segment-new');
    expect(await tab.findFaults()).to.deep.equal([]);
    await tabTo(page, 'Create segment');
    await page.keyboard.press('Enter');
    await page.waitForURL(/segments\/[\da-f-]{36}$/);
    await page.getByRole('link', { name: 'ana@customer.dev' }).waitFor();
    const [id = ''] = /[\da-f-]{36}/.exec(page.url()) ?? [];
    const { body } = await api.get(`/segments/${id}/contacts`);
    expect(body.data.map(({ email }: { email: string }) => email)).to.deep.equal([
      'bo@customer.dev',
      'ana@customer.dev',
    ]);
    await inspect(tab, { name: 'segment-rules', path: `/segments/${id}`, isLoaded: true });
    // A change of the rules is saved once it is finished, and the page says so before.
    await page.getByRole('link', { name: 'Edit rules' }).click();
    const value = page.getByRole('textbox', { name: /value/i }).first();
    await value.fill('');
    await page
      .getByText(/^Not saved: not complete/)
      .first()
      .waitFor();
    await page.getByText('Complete the rules to see who matches.').waitFor();
    await value.fill('free');
    await count(page, '1 contact');
    await page
      .getByText(/^Saved/)
      .first()
      .waitFor();
    expect((await api.get(`/segments/${id}`)).body.filter).to.deep.include({ value: 'free' });
    await inspect(tab, { name: 'segment-editor', path: `/segments/${id}/edit`, isLoaded: true });
  });

  it('have a fault at the rule that it is about, and never a counting without an end', async () => {
    const { make, tab, page } = await open();
    // The ready rule is about a property that this account does not have.
    await tab.open('/segments/new?ready=plan');
    await page.getByText('This field no longer exists. Choose another one.').waitFor();
    await page.getByText('Complete the rules to see who matches.').waitFor();
    await tab.shoot('segment-fault');
    expect(await tab.findFaults()).to.deep.equal([]);
    await make('/contact-properties', { key: 'plan', type: 'string' });
    const rule = { field: 'contact.properties.plan', operator: 'eq', value: 'pro' };
    const { id } = await make('/segments', { name: 'On pro', filter: { and: [rule, { not: rule }] } });
    const held: Route[] = [];
    await page.route('**/segments/preview', (route) => void held.push(route));
    await tab.load(`/segments/${id}/edit`);
    await page.getByText('Many, still counting.').waitFor();
    for (const route of held.splice(0))
      await route.fulfill({
        status: 503,
        json: { statusCode: 503, name: 'contacts_timeout', message: 'It took longer than 20 s.' },
      });
    await page.getByText('It took longer than 20 s.').waitFor();
    await page.unroute('**/segments/preview');
    await page.getByRole('button', { name: /Try again/ }).click();
    await count(page, '0 contacts');
  });

  it('are not changed over another person, and say when they are gone', async () => {
    const { api, make, tab, page } = await open();
    const rule = { field: 'contact.email', operator: 'ends_with', value: '@acme.dev' };
    const { id } = await make('/segments', { name: 'Ours', filter: rule });
    await tab.open(`/segments/${id}/edit`);
    await count(page, '0 contacts');
    const held: Route[] = [];
    await page.route(`**/segments/${id}`, (route) =>
      route.request().method() === 'PATCH' ? void held.push(route) : route.continue(),
    );
    const sent = page.waitForRequest((request) => request.method() === 'PATCH');
    await page.getByRole('textbox', { name: /value/i }).fill('@mine.dev');
    await sent;
    const theirs = { ...rule, value: '@theirs.dev' };
    await api.patch(`/segments/${id}`).send({ filter: theirs }).expect(200);
    for (const route of held.splice(0)) await route.continue();
    await page.unroute(`**/segments/${id}`);
    await page.getByText(/Rules/).first().waitFor();
    await page
      .getByRole('button', { name: /mine|theirs|keep/i })
      .first()
      .waitFor();
    await page.getByText('address ends with @theirs.dev').first().waitFor();
    await tab.shoot('segment-conflict');
    expect(await tab.findFaults()).to.deep.equal([]);
    expect((await api.get(`/segments/${id}`)).body.filter).to.deep.include({ value: '@theirs.dev' });
    await api.delete(`/segments/${id}`).expect(200);
    await page.getByText('This segment was deleted elsewhere.').waitFor();
    await page.getByRole('button', { name: 'Save these rules as a new segment' }).click();
    await page.waitForURL((url) => !url.pathname.includes(id));
    await count(page, '0 contacts');
  });

  it('by hand are filled by addresses and left with an undo', async () => {
    const { accountId, make, tab, page } = await open();
    await createContact(app.pool, { accountId, email: 'ana@customer.dev' });
    const { id } = await make('/segments', { name: LONG });
    await inspect(tab, { name: 'segment-empty', path: `/segments/${id}`, isLoaded: true });
    const field = page.getByLabel('Address of a contact');
    await field.fill('unknown@customer.dev');
    await field.press('Enter');
    await page.getByText('No contact in this audience has this address.').waitFor();
    expect(await field.getAttribute('aria-invalid')).to.equal('true');
    await field.fill('ANA@customer.dev');
    await field.press('Enter');
    await page.getByRole('link', { name: 'ana@customer.dev' }).waitFor();
    await page.getByRole('button', { name: 'Remove ana@customer.dev' }).click();
    await page.getByText('No contacts in this segment').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('link', { name: 'ana@customer.dev' }).waitFor();
    await page.getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Friends');
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('heading', { name: 'Friends' }).waitFor();
  });

  it('name what uses them when they are to be deleted', async () => {
    const { make, tab, page } = await open();
    const { id } = await make('/segments', { name: 'Friends' });
    await make('/segments', { name: 'Of friends', filter: { field: 'segment', operator: 'eq', value: id } });
    await tab.open(`/segments/${id}`);
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete segment' }).click();
    await page.getByRole('alertdialog').getByText('Of friends').waitFor();
    await tab.shoot('segment-in-use');
  });

  it('are read by a viewer, who sees the rules and changes nothing', async () => {
    const { make, tab, page } = await open('viewer');
    const rule = { field: 'contact.email', operator: 'ends_with', value: '@acme.dev' };
    const { id } = await make('/segments', { name: 'Ours', filter: rule });
    await inspect(tab, { name: 'segment-viewer', path: `/segments/${id}/edit`, isLoaded: true });
    await page.getByText('address ends with @acme.dev').first().waitFor();
    expect(await page.getByRole('textbox', { name: /value/i }).count()).to.equal(0);
  });
});
