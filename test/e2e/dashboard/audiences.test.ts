// Audiences in the dashboard: the list says which one it shows, an address of several leads from one to the other, and what
// is deleted elsewhere takes nothing else with it.
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { useApp } from '../../support/api/app.ts';
import {
  createAudience,
  createContact,
  createSegment,
  defaultAudienceOf,
} from '../../support/factories/contact-factories.ts';
import { signIn } from '../../support/factories/people-factories.ts';
import { inspect } from './inspect.ts';
import { useTabs } from './tab.ts';

const EMAIL = 'bo@customer.dev';
const LONG_NAME = 'x'.repeat(200);
/** More than a page of the API has. */
const SEGMENTS = 101;

describe('Audiences in the dashboard', () => {
  const app = useApp();
  const { openTab } = useTabs(app);
  const row = (page: Page, email: string) => page.locator('[data-row-link]').filter({ hasText: email });
  const filter = (page: Page, name: string) => page.getByRole('search').getByRole('button', { name });

  /** An account with one address in three audiences, and a segment in the second. */
  async function threeAudiences() {
    const session = await signIn(app.pool, { now: app.clock.now() });
    const { accountId } = session;
    const second = await createAudience(app.pool, accountId, 'Second brand');
    const third = await createAudience(app.pool, accountId, LONG_NAME);
    const { id } = await createContact(app.pool, { accountId, email: EMAIL });
    for (const { id: audienceId } of [second, third])
      await createContact(app.pool, { accountId, email: EMAIL, audienceId });
    const segment = await createSegment(app.pool, accountId, { name: 'VIP', audienceId: second.id });
    return { session, accountId, second, third, segment, id };
  }

  it('lead from an address to its contacts in the others, with names of any length', async () => {
    const { session, second, id } = await threeAudiences();
    const tab = await openTab({ session });
    await inspect(tab, { name: 'contact-of-three', path: `/contacts/${id}` });
    const { page } = tab;
    await page.getByRole('link', { name: LONG_NAME }).waitFor();
    await page.getByRole('link', { name: second.name }).click();
    await page.waitForURL((url) => !url.pathname.endsWith(id));
    await page.getByRole('heading', { name: EMAIL }).waitFor();
    await page.getByRole('link', { name: 'Default' }).waitFor();
  });

  it('are never all shown: without a choice the list says that it is of the default one, or of that of its segment', async () => {
    const { session, accountId, second, segment } = await threeAudiences();
    await createContact(app.pool, { accountId, email: 'ana@customer.dev' });
    const { page, open } = await openTab({ session });
    await open('/contacts');
    await row(page, 'ana@customer.dev').waitFor();
    await filter(page, 'Default').click();
    await page.getByRole('option', { name: second.name }).click();
    await row(page, 'ana@customer.dev').waitFor({ state: 'detached' });
    await filter(page, 'Segment: all').click();
    await page.getByRole('option', { name: 'VIP' }).click();
    await page.waitForURL((url) => url.searchParams.get('segment_id') === segment.id);
    // A segment is of one audience, so it means nothing in another one.
    await filter(page, second.name).click();
    await page.getByRole('option', { name: 'Default' }).click();
    await page.waitForURL((url) => url.search === '');
    await filter(page, 'Segment: all').click();
    await page.getByRole('option', { name: 'Segment: all' }).waitFor();
    expect(await page.getByRole('option', { name: 'VIP' }).count()).to.equal(0);
    await open(`/contacts?segment_id=${segment.id}`);
    await filter(page, second.name).waitFor();
  });

  it('take a new contact, and the list leaves one that is deleted', async () => {
    const { session, second } = await threeAudiences();
    // The list of the deleted audience may be asked for once more before it is left.
    const { page, open } = await openTab({ session, expected: /status of 404/ });
    await open(`/contacts?audience_id=${second.id}&create=yes`);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: second.name }).waitFor();
    await dialog.getByLabel('Address').fill('cy@customer.dev');
    await dialog.getByLabel('Address').press('Enter');
    await page.getByRole('heading', { name: 'cy@customer.dev' }).waitFor();
    const audienceOf = async (email: string) => {
      const { rows } = await app.pool.query('SELECT audience_id FROM contacts WHERE email = $1', [email]);
      return rows[0]?.audience_id;
    };
    expect(await audienceOf('cy@customer.dev')).to.equal(second.id);
    await open(`/contacts?audience_id=${second.id}&audiences=yes`);
    await page.getByRole('button', { name: `Delete ${second.name}` }).click();
    const question = page.getByRole('alertdialog');
    await question.getByText('campaign drafts for it').waitFor();
    await question.getByLabel('Type delete to confirm').fill('delete');
    await question.getByRole('button', { name: 'Delete audience' }).click();
    await page.waitForURL((url) => !url.searchParams.has('audience_id'));
    await row(page, EMAIL).waitFor();
  });

  it('have a segment among hundreds found by its name, and a link to it says its name', async () => {
    const session = await signIn(app.pool, { now: app.clock.now() });
    const { accountId } = session;
    const oldest = await createSegment(app.pool, accountId, { name: 'The oldest' });
    for (let at = 1; at < SEGMENTS; at += 1)
      await createSegment(app.pool, accountId, { name: `Segment ${at}` });
    await createContact(app.pool, { accountId, email: EMAIL });
    const { page, open, findFaults, shoot, problems } = await openTab({ session });
    await open('/contacts');
    const field = page.getByRole('combobox', { name: 'Segment' });
    await field.focus();
    await field.fill('oldest');
    await page.getByRole('option', { name: /^The oldest/ }).click();
    await page.waitForURL((url) => url.searchParams.get('segment_id') === oldest.id);
    await row(page, EMAIL).waitFor({ state: 'detached' });
    expect(await findFaults()).to.deep.equal([]);
    await page.reload();
    await page.locator('input[value="The oldest"]').waitFor();
    await shoot('contacts-sought-segment');
    await field.focus();
    await field.fill('');
    await field.press('Tab');
    await row(page, EMAIL).waitFor();
    expect(problems).to.deep.equal([]);
  });

  it('have a contact that is deleted elsewhere while it is open say so', async () => {
    const { session, id, accountId } = await threeAudiences();
    const { page, open } = await openTab({ session, expected: /status of 404/ });
    await open(`/contacts/${id}`);
    await page.getByRole('heading', { name: EMAIL }).waitFor();
    await page.getByLabel('First name').fill('Bo');
    const audienceId = await defaultAudienceOf(app.pool, accountId);
    await app.pool.query('DELETE FROM contacts WHERE id = $1 AND audience_id = $2', [id, audienceId]);
    await page.getByRole('heading', { name: 'This contact does not exist' }).waitFor();
    await page.getByRole('button', { name: 'Close record' }).click();
    await page.getByText('No contacts yet').waitFor();
  });
});
