// Topics and the unsubscribe page in the dashboard: a topic is made, changed and deleted by keyboard, and the page on which
// people choose shows each change before it is saved; so do texts and colours, and a text that is hard to read is said.
import { expect } from 'chai';
import type { FrameLocator, Page } from 'playwright-core';
import { createPerson } from '../../api/unsubscribes/person.ts';
import { useApp } from '../../support/api/app.ts';
import { createTopic } from '../../support/factories/contact-factories.ts';
import { createApiKey } from '../../support/factories/factories.ts';
import { signIn } from '../../support/factories/people-factories.ts';
import { eventually } from '../../support/time/eventually.ts';
import { inspect } from './inspect.ts';
import { focusOn, tabTo } from './keyboard.ts';
import { useTabs } from './tab.ts';

const MARKUP = '<img src=x onerror="document.title=1">';

describe('Topics in the dashboard', () => {
  const app = useApp();
  const { openTab } = useTabs(app);

  /** A tab of a member, and a program of the same account. */
  const open = async (role: 'owner' | 'viewer' = 'owner') => {
    const { accountId, token } = await createApiKey(app.pool);
    const session = await signIn(app.pool, { accountId, role, now: app.clock.now() });
    const tab = await openTab({ session, expected: /status of (?:404|422)/ });
    return { accountId, api: app.as(token), tab, page: tab.page };
  };

  it('are made, changed and deleted by keyboard, and the page of people shows them before they are saved', async () => {
    const { accountId, api, tab, page } = await open();
    await tab.open('/');
    await tab.settled();
    await page.keyboard.press('g');
    await page.keyboard.press('p');
    await page.getByText('Without topics, a person').waitFor();
    const people = frame(page, 'The preference page');
    await people.getByRole('heading', { name: 'Email preferences' }).waitFor();
    await tab.shoot('topics-empty');
    await tabTo(page, 'New topic');
    await page.keyboard.press('Enter');
    await focusOn(page, 'Name');
    await submit(page, 'Create topic');
    await page.getByText('Fill this in.').waitFor();
    await focusOn(page, 'Name');
    const typed = frame(page, 'The preference page with this topic');
    await typed.getByRole('checkbox', { name: 'Your topic', checked: true }).waitFor();
    await page.keyboard.type(MARKUP);
    await tabTo(page, 'Description');
    await page.keyboard.type('Each month');
    await tabTo(page, 'Everyone, until they opt out');
    await page.keyboard.press('ArrowDown');
    await typed.getByRole('checkbox', { name: MARKUP, checked: false }).waitFor();
    await typed.getByText('Each month').waitFor();
    await tab.shoot('topics-create');
    await submit(page, 'Create topic');
    await page.getByRole('heading', { name: MARKUP }).waitFor();
    await page.getByText('Only people who opt in get it. You cannot change this.').waitFor();
    await tab.shoot('topics-record');

    await tabTo(page, 'Edit');
    await page.keyboard.press('Enter');
    await focusOn(page, 'Name');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('Tips');
    const dialog = page.getByRole('dialog', { name: 'Edit topic' });
    expect(await dialog.getByText('Who gets it').count(), 'what never changes').to.equal(0);
    await dialog
      .frameLocator('iframe[title="The preference page with this topic"]:not([data-waiting="true"])')
      .getByRole('checkbox', { name: 'Tips' })
      .waitFor();
    await submit(page, 'Save');
    await page.getByRole('heading', { name: 'Tips' }).waitFor();
    await dialog.waitFor({ state: 'detached' });

    const { rows } = await app.pool.query('SELECT id FROM topics WHERE account_id = $1', [accountId]);
    const filter = { field: `topic.${rows[0].id}`, operator: 'eq', value: 'opt_in' };
    await api.post('/segments').send({ name: 'Fans', filter }).expect(201);
    await tabTo(page, 'Delete');
    await page.keyboard.press('Enter');
    await submit(page, 'Delete topic');
    await page.getByText(/"Fans" uses it, so it cannot be deleted/).waitFor();
    await tab.shoot('topics-in-use');
    await app.pool.query('DELETE FROM segments WHERE account_id = $1', [accountId]);
    await submit(page, 'Delete topic');
    await page.getByText('Without topics, a person').waitFor();
    expect(tab.problems).to.deep.equal([]);
  });

  it('show what programs change, keep what is typed when one is deleted, and say that no more can be made', async () => {
    const { accountId, api, tab, page } = await open();
    const { id } = await createTopic(app.pool, accountId, { name: 'Product news' });
    await tab.open('/topics');
    const people = frame(page, 'The preference page');
    await people.getByRole('checkbox', { name: 'Product news' }).waitFor();
    await api.patch(`/topics/${id}`).send({ name: 'What is new' }).expect(200);
    await people.getByRole('checkbox', { name: 'What is new' }).waitFor();
    await page.getByRole('row').filter({ hasText: 'What is new' }).getByRole('link').click();
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Name').fill('What I have typed');
    await api.delete(`/topics/${id}`).expect(200);
    await page.getByRole('heading', { name: 'This topic does not exist', includeHidden: true }).waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Topic not found.').waitFor();
    expect(await page.getByLabel('Name').inputValue()).to.equal('What I have typed');
    await page.keyboard.press('Escape');
    await page.getByText('It was deleted').waitFor();

    for (let at = 0; at < 99; at += 1) await createTopic(app.pool, accountId, { name: `Topic ${at}` });
    await inspect(tab, { name: 'topics-many', path: '/topics' });
    await page.getByRole('button', { name: 'New topic' }).click();
    await page.getByLabel('Name').fill('The hundredth');
    // Another is made while one types.
    await createTopic(app.pool, accountId, { name: 'Faster' });
    await page.getByRole('button', { name: 'Create topic' }).click();
    await page.getByText('An account can have up to 100 topics.').waitFor();
    // What was read within the last second would not be read again.
    await tab.load('/topics?create=yes');
    const refused = page.getByRole('button', { name: 'Create topic' });
    await eventually('the refusal', async () => (await refused.getAttribute('aria-disabled')) === 'true');
    expect(tab.problems).to.deep.equal([]);
  });

  it('are only looked at by a viewer, and so is the unsubscribe page', async () => {
    const { accountId, tab, page } = await open('viewer');
    const { id } = await createTopic(app.pool, accountId, { name: 'News' });
    const isRefused = (name: string) =>
      page.getByRole('button', { name, exact: true }).first().getAttribute('aria-disabled');
    await inspect(tab, { name: 'viewer-topic', path: `/topics/${id}` });
    await frame(page, 'The preference page with this topic').getByText('News').waitFor();
    for (const name of ['New topic', 'Edit', 'Delete']) expect(await isRefused(name), name).to.equal('true');
    await tab.open('/settings/unsubscribe-page');
    await frame(page, 'The page as people see it').getByRole('button', { name: 'Unsubscribe' }).waitFor();
    expect(await isRefused('Save')).to.equal('true');
    expect(await page.getByLabel('Heading', { exact: true }).getAttribute('readonly')).to.equal('');
  });
});

describe('The unsubscribe page in the dashboard', () => {
  const app = useApp();
  const { openTab } = useTabs(app);

  const open = async () => {
    const person = await createPerson(app, { topic: null });
    const { accountId } = person.owner;
    const session = await signIn(app.pool, { accountId, role: 'owner', now: app.clock.now() });
    const tab = await openTab({ session, expected: /status of 422/ });
    await tab.open('/settings/unsubscribe-page');
    const people = frame(tab.page, 'The page as people see it');
    await people.getByRole('heading', { name: 'Unsubscribe' }).waitFor();
    return { person, tab, page: tab.page, people };
  };

  it('is drawn as one types, by keyboard, says a text that is hard to read, and looks like that to people once it is saved', async () => {
    const { person, tab, page, people } = await open();
    await tabTo(page, 'Heading');
    await page.keyboard.type(`Yours ${MARKUP}`);
    await people.getByRole('heading', { name: `Yours ${MARKUP}` }).waitFor();
    await tabTo(page, 'Text colour');
    await page.keyboard.type('#eeeeee');
    await page.getByText('This text is hard to read on #ffffff: its contrast is 1.16:1').waitFor();
    await tab.shoot('unsubscribe-page-faint');
    expect(await tab.findFaults()).to.deep.equal([]);
    await submit(page, 'Save');
    await focusOn(page, 'Text colour');
    await tabTo(page, 'Background', 'Shift+Tab');
    await page.keyboard.press('Shift+Tab');
    await focusOn(page, 'Background');
    await page.keyboard.type('#12232');
    await submit(page, 'Save');
    await page.getByText('Enter a hex colour').waitFor();
    await focusOn(page, 'Background');
    await page.keyboard.press('End');
    await page.keyboard.type('e');
    await page.getByText('This text is hard to read').waitFor({ state: 'detached' });
    await tabTo(page, 'Logo', 'Shift+Tab');
    await page.keyboard.type('http://cdn.acme.dev/logo.png');
    await submit(page, 'Save');
    await page.getByText('Enter the https URL of an image').waitFor();
    await focusOn(page, 'Logo');
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    // A colleague saves another setting in between: it stays.
    await person.owner.api.patch('/unsubscribe-page').send({ postal_address: '1 Main Street' }).expect(200);
    await people.getByText('1 Main Street').waitFor();
    await tabTo(page, 'Text colour');
    await tab.shoot('unsubscribe-page-typed');
    await submit(page, 'Save');
    await page.getByText('Unsubscribe page saved.').waitFor();
    const { body } = await person.owner.api.get('/unsubscribe-page').expect(200);
    expect(body).to.include({
      title: `Yours ${MARKUP}`,
      text_color: '#eeeeee',
      background_color: '#12232e',
      postal_address: '1 Main Street',
      logo_url: null,
    });
    const real = await app.bare().get(person.unsubscribe).expect(200);
    expect(real.text).to.include('--background: #12232e; --text: #eeeeee;').and.include('<h1>Yours &lt;img');
    expect(tab.problems).to.deep.equal([]);
  });

  it('takes texts of full length, shows each of the pages, and asks before what was typed is lost', async () => {
    const { tab, page, people } = await open();
    const long = `${MARKUP} `.repeat(30);
    await page.getByLabel('Heading', { exact: true }).fill(long.slice(0, 100));
    await page.getByLabel('Text below the heading').fill(long.slice(0, 1_000));
    await page.getByLabel('Text after unsubscribing').fill(`Farewell! ${long}`.slice(0, 1_000));
    await page.getByLabel('Postal address').fill(long.slice(0, 500));
    await page.getByText('After it').click();
    await people.getByText('Farewell!').waitFor();
    await page.getByText('Preferences', { exact: true }).click();
    await people.getByRole('heading', { name: 'Opens and clicks' }).waitFor();
    await page.getByText('Phone', { exact: true }).click();
    await tab.shoot('unsubscribe-page-phone');
    await tab.expectNoSidewaysScroll('texts of full length');
    await page.getByRole('link', { name: 'Members' }).first().click();
    await page.getByRole('alertdialog', { name: 'Leave without saving?' }).waitFor();
    await page.getByRole('button', { name: 'Go back' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect(await page.getByLabel('Text below the heading').inputValue()).to.equal('');
    expect(tab.problems).to.deep.equal([]);
  });
});

/** The document that is shown; the one that is on its way is hidden. */
function frame(page: Page, title: string): FrameLocator {
  return page.frameLocator(`iframe[title="${title}"]:not([data-waiting="true"])`);
}

async function submit(page: Page, name: string): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press('Enter');
}
