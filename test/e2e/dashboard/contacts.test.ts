// Contacts in the dashboard: a person is found, what they get is said and changes while they decide, and many join a segment.
import { expect } from 'chai';
import type { Page, Route } from 'playwright-core';
import { createPerson } from '../../api/unsubscribes/person.ts';
import { useApp } from '../../support/api/app.ts';
import {
  createAudience,
  createContact,
  createContactProperty,
  createSegment,
} from '../../support/factories/contact-factories.ts';
import { signIn } from '../../support/factories/people-factories.ts';
import { inspect } from './inspect.ts';
import { useTabs } from './tab.ts';

const MARKUP = '<img src=x onerror="document.title=1">';
const AT_A_TIME = 4;
const MANY = 50;

describe('Contacts in the dashboard', () => {
  const app = useApp();
  const { openTab, openOwnTab } = useTabs(app);
  const contact = (page: Page, email: string) => page.getByRole('link', { name: email });

  it('say why mail comes or not, and hear what a person decides in another browser', async () => {
    const person = await createPerson(app, { topic: { name: MARKUP } });
    const { accountId } = person.owner;
    const session = await signIn(app.pool, { accountId, now: app.clock.now() });
    const { body } = await person.owner.add('bo@customer.dev', { last_name: MARKUP.repeat(6) });
    const tab = await openTab({ session });
    await inspect(tab, { name: 'contact', path: `/contacts/${body.id}` });
    await tab.page.getByText(`Gets ${MARKUP}.`).waitFor();
    const other = await openOwnTab();
    await other.page.goto(`${app.url}${person.unsubscribe}`);
    await other.page.getByRole('button', { name: 'Unsubscribe' }).click();
    await tab.page.getByText(`They left ${MARKUP} on`).waitFor();
    await inspect(tab, { name: 'contact-topics', path: `/contacts/${body.id}/topics` });
    const topic = tab.page.getByRole('switch', { name: MARKUP });
    expect(await topic.isChecked()).to.equal(false);
    // What the person has chosen is taken back after a question only.
    await topic.click();
    await tab.page.getByRole('alertdialog').getByText('Unwanted mail').waitFor();
    await tab.shoot('contact-take-back');
    await tab.page.getByRole('button', { name: 'Subscribe again' }).click();
    await tab.page.getByText(`Gets ${MARKUP}.`).waitFor();
    expect((await person.decisions()).choices).to.deep.equal({ [person.topicId]: 'opt_in by account' });
    await inspect(tab, { name: 'contact-timeline', path: `/contacts/${body.id}/timeline` });
    await tab.page.getByText('Chose what they get').waitFor();
    await tab.page.getByText('By the person').waitFor();
  });

  it('are found by a text among the newest, and by their whole address among all', async () => {
    const session = await signIn(app.pool, { now: app.clock.now() });
    const { accountId } = session;
    await createContact(app.pool, { accountId, email: 'ana@customer.dev' });
    await createContact(app.pool, { accountId, email: 'bo@customer.dev' });
    const other = await createAudience(app.pool, accountId, 'Second brand');
    await createContact(app.pool, { accountId, email: 'bo@customer.dev', audienceId: other.id });
    const { page, open, findFaults, shoot, problems } = await openTab({ session });
    await open('/contacts');
    await contact(page, 'ana@customer.dev').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('bo@customer.dev');
    await page.getByText('looks at the newest 50,000').waitFor();
    await contact(page, 'ana@customer.dev').waitFor({ state: 'detached' });
    expect(await findFaults()).to.deep.equal([]);
    await shoot('contacts-search');
    await page.getByRole('button', { name: 'Find bo@customer.dev in all contacts' }).click();
    await page.waitForURL(/email=bo%40customer.dev/);
    await contact(page, 'bo@customer.dev').click();
    await page.waitForURL(/contacts\/[\da-f-]{36}/);
    await open(`/contacts?audience_id=${other.id}`);
    await contact(page, 'bo@customer.dev').waitFor();
    expect(await page.locator('[data-row-link]').count()).to.equal(1);
    expect(problems).to.deep.equal([]);
  });

  it('are added with values of their properties, and a fault stands at its field', async () => {
    const session = await signIn(app.pool, { now: app.clock.now() });
    const { accountId } = session;
    await createContactProperty(app.pool, accountId, { key: 'seats', type: 'number' });
    await createContact(app.pool, { accountId, email: 'taken@customer.dev' });
    const { page, open } = await openTab({ session, expected: /status of 422/ });
    await open('/contacts?create=yes');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Address').fill('cy@customer.dev');
    await dialog.getByLabel('seats').fill('many');
    await dialog.getByRole('button', { name: 'Add contact' }).click();
    await dialog.getByText('Enter a number with a decimal point').waitFor();
    await dialog.getByLabel('seats').fill('12.5');
    await dialog.getByLabel('Address').fill('cy@');
    await dialog.getByLabel('Address').press('Enter');
    await dialog.locator('[aria-invalid=true]').waitFor();
    expect(await dialog.getByLabel('Address').getAttribute('aria-invalid')).to.equal('true');
    await dialog.getByLabel('Address').fill('cy@customer.dev');
    await dialog.getByLabel('Address').press('Enter');
    await page.getByRole('heading', { name: 'cy@customer.dev' }).waitFor();
    expect(await page.getByLabel('seats').inputValue()).to.equal('12.5');
    // An address that another contact has is refused at its field, and what was typed stays.
    await page.getByLabel('First name').fill('Cy');
    await page.getByRole('textbox', { name: /^Address/ }).fill('taken@customer.dev');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('[aria-invalid=true]').waitFor();
    expect(await page.getByLabel('First name').inputValue()).to.equal('Cy');
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect(await page.getByLabel('First name').inputValue()).to.equal('');
  });

  it('join a segment, fifty at once, and one who stops it sees which are in', async () => {
    const session = await signIn(app.pool, { now: app.clock.now() });
    const { accountId } = session;
    const segment = await createSegment(app.pool, accountId, { name: 'Beta testers' });
    for (let at = 0; at < MANY; at += 1)
      await createContact(app.pool, { accountId, email: `user${at}@customer.dev` });
    const { page, open, findFaults, shoot, problems } = await openTab({ session });
    const bar = page.getByRole('region', { name: 'Selected rows' });
    await open('/contacts');
    await contact(page, 'user49@customer.dev').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Control+a');
    const ask = async (count: number) => {
      await bar.getByRole('button', { name: `Add ${count} to a segment` }).click();
      const question = page.getByRole('dialog');
      const confirm = question.getByRole('button', { name: `Add ${count} contacts` });
      if (await confirm.getAttribute('aria-disabled')) {
        const field = question.getByRole('combobox', { name: 'Segment' });
        await field.focus();
        await field.fill('Beta');
        await page.getByRole('option', { name: /^Beta testers/ }).click();
      }
      await confirm.click();
    };
    const waiting: Route[] = [];
    let areFull = () => {};
    const full = new Promise<void>((resolve) => {
      areFull = resolve;
    });
    await page.route('**/contacts/*/segments/*', (route) => {
      if (waiting.push(route) === AT_A_TIME) areFull();
    });
    await ask(MANY);
    await full;
    await page.getByRole('button', { name: 'Stop' }).click();
    for (const route of waiting.splice(0)) await route.continue();
    const report = page.getByRole('alert');
    await report.getByText('4 contacts are in the segment.').waitFor();
    await report.getByText('46 of 50 were not changed and are still selected.').waitFor();
    await shoot('contacts-stopped');
    expect(await findFaults()).to.deep.equal([]);
    const named = await report.getByRole('listitem').allTextContents();
    const membersOf = async () => {
      const { rows } = await app.pool.query<{ email: string }>(
        'SELECT email FROM segment_contacts JOIN contacts ON contacts.id = contact_id WHERE segment_id = $1',
        [segment.id],
      );
      return rows.map(({ email }) => email);
    };
    expect(named.map((text) => text.replace(/Done$/, ''))).to.have.members(await membersOf());
    await page.unroute('**/contacts/*/segments/*');
    await report.getByRole('button', { name: 'Close' }).click();
    await ask(MANY - AT_A_TIME);
    await page.getByText('46 contacts are in the segment.').waitFor();
    expect(await membersOf()).to.have.length(MANY);
    expect(problems).to.deep.equal([]);
  });

  it('are erased once their address is typed, and say to a viewer who may', async () => {
    const session = await signIn(app.pool, { now: app.clock.now() });
    const { accountId } = session;
    const { id, email } = await createContact(app.pool, { accountId, email: 'gone@customer.dev' });
    const viewer = await signIn(app.pool, { accountId, role: 'viewer', now: app.clock.now() });
    const looking = await openTab({ session: viewer, expected: /status of 404/ });
    await looking.open(`/contacts/${id}`);
    await looking.page.getByRole('button', { name: 'Remove' }).click();
    const item = looking.page.getByRole('menuitem', { name: /Erase person/ });
    expect(await item.getAttribute('aria-disabled')).to.equal('true');
    const { page, open } = await openTab({ session, expected: /status of 404/ });
    await open(`/contacts/${id}`);
    await page.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('menuitem', { name: 'Erase person' }).click();
    const question = page.getByRole('alertdialog');
    await question.getByLabel(`Type ${email} to confirm`).fill(email);
    await question.getByRole('button', { name: 'Erase person' }).click();
    await page.getByText('The person is being erased.').waitFor();
    await page.getByText('No contacts yet').waitFor();
    const { rowCount } = await app.pool.query('SELECT 1 FROM contact_erasures WHERE account_id = $1', [
      accountId,
    ]);
    expect(rowCount).to.equal(1);
  });

  it('are of audiences, which are made and deleted in a dialog', async () => {
    const session = await signIn(app.pool, { now: app.clock.now() });
    const { page, open, findFaults, shoot } = await openTab({ session });
    await open('/contacts?audiences=yes');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('New audience').fill('Second brand');
    await dialog.getByRole('button', { name: 'Add audience' }).click();
    const row = dialog.getByRole('listitem').filter({ hasText: 'Second brand' });
    await row.waitFor();
    await shoot('audiences');
    expect(await findFaults()).to.deep.equal([]);
    await row.getByRole('button', { name: 'Delete Second brand' }).click();
    const question = page.getByRole('alertdialog');
    await question.getByLabel('Type delete to confirm').fill('delete');
    await question.getByRole('button', { name: 'Delete audience' }).click();
    await row.waitFor({ state: 'detached' });
  });

  it('ask before what a person has asked for is taken away, and say that they refuse to be measured', async () => {
    const person = await createPerson(app, { topic: { name: 'Tips', defaultSubscription: 'opt_out' } });
    const { accountId } = person.owner;
    const session = await signIn(app.pool, { accountId, now: app.clock.now() });
    const { body } = await person.owner.add('bo@customer.dev');
    const decided = [accountId, 'bo@customer.dev'];
    await app.pool.query(
      `INSERT INTO topic_choices (account_id, email_key, topic_id, subscription, chosen_by, chosen_at)
       VALUES ($1, $2, $3, 'opt_in', 'person', now())`,
      [...decided, person.topicId],
    );
    await app.pool.query(
      `INSERT INTO tracking_refusals (account_id, email_key, chosen_by, chosen_at) VALUES ($1, $2, 'person', now())`,
      decided,
    );
    const { page, open, problems } = await openTab({ session });
    await open(`/contacts/${body.id}`);
    await page.getByText('Opens and clicks are not tracked. The person opted out on').waitFor();
    await open(`/contacts/${body.id}/topics`);
    await page.getByText('Opted in by the person on').waitFor();
    await page.getByRole('switch', { name: 'Tips' }).click();
    const question = page.getByRole('alertdialog');
    await question.getByText('The person opted in to Tips').waitFor();
    await question.getByRole('button', { name: 'Go back' }).click();
    expect((await person.decisions()).choices).to.deep.equal({ [person.topicId]: 'opt_in by person' });
    await page.getByRole('switch', { name: 'Tips' }).click();
    await question.getByRole('button', { name: 'Unsubscribe' }).click();
    await page.getByText('You removed them from Tips').waitFor();
    expect(problems).to.deep.equal([]);
  });

  it('are unsubscribed and deleted by their marks, and one that is gone is named', async () => {
    const session = await signIn(app.pool, { now: app.clock.now() });
    const { accountId } = session;
    for (const name of ['ana', 'bo', 'cy'])
      await createContact(app.pool, { accountId, email: `${name}@customer.dev` });
    const { page, open } = await openTab({ session, expected: /status of 404/ });
    const bar = page.getByRole('region', { name: 'Selected rows' });
    const act = async (name: string, confirm: string) => {
      await bar.getByRole('button', { name, exact: true }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: confirm }).click();
    };
    await open('/contacts');
    await contact(page, 'cy@customer.dev').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await act('Unsubscribe 1', 'Unsubscribe 1 contact');
    await page.getByText('1 contact was unsubscribed.').waitFor();
    await page.getByText('unsubscribed', { exact: true }).waitFor();
    await contact(page, 'cy@customer.dev').focus();
    await page.keyboard.press('Control+a');
    await bar.getByText('3 selected').waitFor();
    // Who has unsubscribed is not unsubscribed again.
    await bar.getByRole('button', { name: 'Unsubscribe 2', exact: true }).waitFor();
    await page.route('**/contacts/*', async (route) => {
      await app.pool.query(`DELETE FROM contacts WHERE account_id = $1 AND email LIKE 'bo@%'`, [accountId]);
      await route.continue();
    });
    await act('Delete 3', 'Delete 3 contacts');
    const report = page.getByRole('alert');
    await report.getByText('2 contacts were deleted.').waitFor();
    await report.getByRole('listitem').getByText('bo@customer.dev').waitFor();
    await report.getByRole('button', { name: 'Close' }).click();
    await page.getByText('No contacts yet').waitFor();
  });
});
