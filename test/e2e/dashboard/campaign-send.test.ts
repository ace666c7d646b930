// A campaign is chosen for people, checked and sent in the dashboard: what the checklist finds leads to where it is put right and
// holds the send; what was sent is taken back; nothing is sent that a person has not read before, in sentences and numbers.
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { useApp } from '../../support/api/app.ts';
import {
  createContact,
  createContactProperty,
  createSegment,
  defaultAudienceOf,
} from '../../support/factories/contact-factories.ts';
import { createApiKey, createDomain } from '../../support/factories/factories.ts';
import { signIn } from '../../support/factories/people-factories.ts';
import { eventually } from '../../support/time/eventually.ts';
import { inspectOpen } from './inspect.ts';
import { showTab, useTabs } from './tab.ts';

/** Of contacts: an audience has those who were there before. */
const BEFORE = new Date(Date.now() - 60 * 60 * 1_000);
const UNSUBSCRIBE = '<p>Acme, 1 Road. <a href="{{{UNSUBSCRIBE_URL}}}">Unsubscribe</a></p>';

describe('Sending a campaign in the dashboard', () => {
  const app = useApp();
  const { openTab } = useTabs(app);

  /** A draft to one contact, of which nothing is to be said. */
  const open = async ({
    fields = {},
    role = 'owner',
  }: {
    fields?: object;
    role?: 'owner' | 'viewer';
  } = {}) => {
    const { accountId, token } = await createApiKey(app.pool);
    const { id: domainId, name: domain } = await createDomain(app.pool, accountId);
    const session = await signIn(app.pool, { accountId, role, now: app.clock.now() });
    await createContact(app.pool, { accountId, email: 'ana@customer.dev', createdAt: BEFORE });
    const api = app.as(token);
    await api.patch('/unsubscribe-page').send({ postal_address: 'Acme, 1 Road' }).expect(200);
    const { status, body: campaign } = await api.post('/campaigns').send({
      ...{ name: 'May', audience_id: await defaultAudienceOf(app.pool, accountId) },
      ...{ from: `Ana <ana@${domain}>`, subject: 'News of May', html: `<p>Hello</p>${UNSUBSCRIBE}` },
      ...fields,
    });
    expect(status, JSON.stringify(campaign)).to.equal(201);
    const { id } = campaign;
    const tab = await openTab({ session, expected: /status of (?:404|422|429)/ });
    const stored = async () => (await api.get(`/campaigns/${id}`).expect(200)).body;
    return { accountId, domainId, api, id, stored, tab, page: tab.page, path: `/campaigns/${id}/edit` };
  };
  const checklist = (page: Page) => page.getByRole('region', { name: 'Checklist' });
  const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
  const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
  const says = (page: Page, words: string | RegExp) => page.getByText(words).first().waitFor();
  const checked = (page: Page, words: string) =>
    checklist(page).getByRole('status').getByText(words, { exact: true }).waitFor();

  /** Chooses an option of a select. */
  const chooseOption = async (page: Page, label: RegExp, name: string) => {
    await button(page, label).click();
    await page.getByRole('option', { name, exact: true }).click();
  };
  const chooseZone = async (page: Page, name: string) => {
    await page.getByRole('combobox', { name: 'Time zone' }).fill(name);
    await page.getByRole('option', { name, exact: true }).click();
  };
  const addContacts = (accountId: string, count: number) =>
    app.pool.query(
      `INSERT INTO contacts (id, account_id, audience_id, email, email_key, properties, created_at, updated_at)
       SELECT uuid_v7($3::timestamptz + n * interval '1 ms'), $1, audiences.id, 'c' || n || '@customer.dev', 'c' || n || '@customer.dev', '{}', $3, $3
       FROM audiences, generate_series(1, $2::integer) AS n WHERE audiences.account_id = $1 AND is_default`,
      [accountId, count, BEFORE],
    );
  /** Chooses a segment by its name. */
  const chooseSegment = async (page: Page, name: string) => {
    await page.getByRole('combobox', { name: 'Segment' }).fill(name);
    await page.getByRole('option', { name }).click();
  };
  /** A press on a finding leads to its section. */
  const leadsTo = async (page: Page, code: { says: RegExp; to: string }) => {
    const found = checklist(page).getByRole('listitem').filter({ hasText: code.says });
    await found.getByRole('button', { name: code.to }).click();
    const heading = region(page, code.to).getByRole('heading', { name: code.to });
    await eventually(`${code.to} is in sight`, () => heading.isVisible());
  };
  const isHeld = async (page: Page, words: RegExp) => {
    const send = button(page, 'Send…');
    await send.and(page.locator('[aria-disabled=true]')).waitFor();
    await send.click({ force: true });
    await page.getByRole('tooltip').getByText(words).waitFor();
    expect(await page.getByRole('dialog').count()).to.equal(0);
  };

  it('is held by what the checklist has found, and each finding leads to where it is put right', async () => {
    const { accountId, domainId, api, id, tab, page, path } = await open();
    const { id: segmentId } = await createSegment(app.pool, accountId, { name: 'Still empty' });
    await tab.load(path);
    await checked(page, 'Nothing was found.');
    await chooseSegment(page, 'Still empty');
    await region(page, 'Who').getByText('0 people get it').waitFor();
    await checked(page, '1 error');
    await leadsTo(page, { says: /No contact of the audience/, to: 'Who' });
    await isHeld(page, /The checklist has 1 error/);
    // Another tab and a program are refused by the server.
    expect((await api.post(`/campaigns/${id}/send`).expect(422)).body.findings[0].code).to.equal(
      'audience_empty',
    );
    await api.delete(`/segments/${segmentId}`).expect(200);
    await app.pool.query(`UPDATE domains SET status = 'failed' WHERE id = $1`, [domainId]);
    await showTab(page, false);
    await showTab(page, true);
    await checked(page, '3 errors');
    await leadsTo(page, { says: /segment of the campaign was deleted/, to: 'Who' });
    await leadsTo(page, { says: /domain/, to: 'Content' });
    await inspectOpen(tab, 'campaign-errors');
    await page.setViewportSize({ width: 1280, height: 800 });
    await app.pool.query(`UPDATE domains SET status = 'verified' WHERE id = $1`, [domainId]);
    await page.getByRole('combobox', { name: 'Segment' }).fill('');
    await page.keyboard.press('Tab');
    await page.getByLabel('Subject').first().fill('Hi [NAME]{% if false %}x{% endif %}');
    await checked(page, '1 warning');
    await leadsTo(page, { says: /\[NAME\]/, to: 'Content' });
    await page.getByRole('switch', { name: 'Test variants' }).click();
    await page.getByRole('group', { name: 'Variant b' }).getByLabel('Subject').fill('May, in short');
    await chooseOption(page, /What decides/, 'You choose');
    await checked(page, '1 error, 2 warnings');
    await leadsTo(page, { says: /2 variants, and only 1 recipients/, to: 'Variants' });
    await leadsTo(page, { says: /neither opens nor clicks/i, to: 'Variants' });
    await tab.shoot('campaign-variants');
    expect(await api.get(`/campaigns/${id}`).then(({ body }) => body.status)).to.equal('draft');
  });

  it('is taken back within ten seconds, and sent after that', async () => {
    const { tab, page, path, stored, id } = await open();
    await tab.load(path);
    await checked(page, 'Nothing was found.');
    await region(page, 'Who').getByText('1 person gets it').waitFor();
    await tab.settled();
    await inspectOpen(tab, 'campaign-editor');
    await page.setViewportSize({ width: 1280, height: 800 });
    await button(page, 'Send…').click();
    await says(page, /^From Ana .*, with the subject “News of May”\.$/);
    await inspectOpen(tab, 'campaign-send-asked');
    await page.setViewportSize({ width: 1280, height: 800 });
    await button(page, 'Send to 1 person').click();
    await says(page, '“May” is sent in 10 seconds, also if you close this page.');
    await tab.shoot('campaign-sent');
    expect((await stored()).status).to.equal('scheduled');
    await button(page, 'Undo').click();
    await says(page, 'The campaign is a draft again.');
    expect((await stored()).status).to.equal('draft');
    await button(page, 'Send…').click();
    await button(page, 'Send to 1 person').click();
    await button(page, 'Unschedule').waitFor();
    // The page is closed: it is sent all the same. Who is too late ends it, and hears so.
    expect(await stored()).to.include({ status: 'scheduled', timezone: null });
    await app.pool.query(`UPDATE campaigns SET status = 'sending' WHERE id = $1`, [id]);
    await button(page, 'Undo').last().click();
    await says(page, 'The campaign had begun, and was canceled. What has left stays sent.');
    expect(tab.problems).to.deep.equal([]);
  });

  it('has its number typed from a thousand people on, and both numbers said when it has changed since', async () => {
    const { accountId, tab, page, path, stored } = await open();
    await tab.load(path);
    await region(page, 'Who').getByText('1 person gets it').waitFor();
    await addContacts(accountId, 1_233);
    await checked(page, 'Nothing was found.');
    await button(page, 'Send…').click();
    await says(
      page,
      'The page showed 1 person: it has changed since then, and 1,234 people are counted now.',
    );
    await says(page, /^To 1,234 people of the audience/);
    const send = button(page, 'Send to 1,234 people');
    await send.and(page.locator('[aria-disabled=true]')).waitFor();
    const typed = page.getByRole('textbox', { name: 'Type 1234 to confirm' });
    await typed.fill('1233');
    await page.keyboard.press('Enter');
    await says(page, 'Type 1234 first.');
    expect((await stored()).status).to.equal('draft');
    await typed.fill('1234');
    await inspectOpen(tab, 'campaign-send-typed');
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.keyboard.press('Enter');
    await says(page, /is sent in 10 seconds/);
    expect((await stored()).status).to.equal('scheduled');
  });

  it('is scheduled in a zone, not in an hour that its clocks skip or that is past; it is moved and unscheduled', async () => {
    const { tab, page, path, stored, accountId } = await open();
    await createContactProperty(app.pool, accountId, { key: 'zone' });
    await tab.load(path);
    await checked(page, 'Nothing was found.');
    await page.getByRole('radio', { name: /^At a time All/ }).click();
    await chooseZone(page, 'Europe/Berlin');
    const time = page.getByRole('textbox', { name: 'Time, in words' });
    await time.fill('2027-03-28 02:30');
    await region(page, 'When')
      .getByText(/The clocks there skip this time/)
      .waitFor();
    const schedule = button(page, 'Schedule…');
    await schedule.and(page.locator('[aria-disabled=true]')).waitFor();
    await time.fill('2020-01-01 09:00');
    await region(page, 'When')
      .getByText(/This time is past/)
      .waitFor();
    await time.fill('in 1 minute');
    await schedule.and(page.locator(':not([aria-disabled=true])')).click();
    // It passes while the question is open, by the clock of the server.
    app.clock.advance(2 * 60_000);
    await button(page, 'Schedule to 1 person').click();
    await page
      .getByRole('dialog')
      .getByText(/must not be in the past/)
      .waitFor();
    await button(page, 'Go back').click();
    await time.fill('in 3 days');
    await page.getByRole('textbox', { name: 'Mails an hour' }).fill('100');
    await says(page, /^The last one leaves about/);
    await checked(page, 'Nothing was found.');
    await tab.shoot('campaign-when');
    await schedule.click();
    await button(page, 'Schedule to 1 person').click();
    await says(page, '“May” is scheduled.');
    const first = await stored();
    expect(first).to.include({ status: 'scheduled', timezone: 'Europe/Berlin', rate_per_hour: 100 });
    await page.getByRole('radio', { name: /^At a time where each contact is/ }).click();
    await chooseOption(page, /Property with their time zone/, 'zone');
    await time.fill('in 4 days');
    await button(page, 'Move it to this time').click();
    await says(page, 'The campaign was moved.');
    await inspectOpen(tab, 'campaign-scheduled');
    await page.setViewportSize({ width: 1280, height: 800 });
    const moved = await stored();
    expect(moved.timezone_property).to.equal('zone');
    expect(moved.scheduled_at > first.scheduled_at).to.equal(true);
    await button(page, 'Unschedule').click();
    await says(page, 'The campaign is a draft again.');
    // The time is not forgotten.
    await schedule.waitFor();
    expect(tab.problems).to.deep.equal([]);
  });

  it('says that it was sent in another place while one was asked', async () => {
    const { api, id, tab, page, path } = await open();
    await tab.load(path);
    await checked(page, 'Nothing was found.');
    await button(page, 'Send…').click();
    const send = button(page, 'Send to 1 person');
    await send.and(page.locator(':not([aria-disabled=true])')).waitFor();
    await page.route('**/campaigns/*', (route) => route.abort());
    await api.post(`/campaigns/${id}/send`).send({ scheduled_at: 'in 1 hour' }).expect(200);
    await send.click();
    await page.getByRole('dialog').getByText('The campaign is scheduled, so it cannot be sent.').waitFor();
  });

  it('shows the refusals of a test at its fields, and what few people can show', async () => {
    const { tab, page, path, stored } = await open({ fields: { tracking: { opens: true } } });
    await tab.load(path);
    await checked(page, 'Nothing was found.');
    await page.getByRole('switch', { name: 'Test variants' }).click();
    await says(page, /^Not saved: it is not finished/);
    const variant = page.getByRole('group', { name: 'Variant b' });
    await variant.getByLabel('Subject').fill('News of May');
    await region(page, 'Variants')
      .getByText(/variants a and b of .* are the same/)
      .waitFor();
    await variant.getByLabel('Subject').fill('May, in short');
    await page.getByRole('textbox', { name: 'After' }).fill('soon');
    await region(page, 'Variants')
      .getByText(/must be a duration/)
      .waitFor();
    await page.getByRole('textbox', { name: 'After' }).fill('4 hours');
    await variant.getByLabel('Key').fill('a');
    await region(page, 'Variants')
      .getByText(/has the .* of another variant/)
      .waitFor();
    await inspectOpen(tab, 'campaign-variants-refused');
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole('group', { name: 'Variant a' }).last().getByLabel('Key').fill('short');
    await page.getByLabel('Part of the people').fill('100');
    await button(page, 'Add a variant').click();
    await page.getByRole('group', { name: 'Variant b' }).getByLabel('Subject').fill('Third');
    await checked(page, '1 error');
    const { variants } = (await stored()).ab_test;
    expect(variants.map(({ key }: { key: string }) => key)).to.deep.equal(['a', 'short', 'b']);
    await button(page, 'Remove Variant b').click();
    await page.getByRole('switch', { name: 'Test variants' }).click();
    await checked(page, 'Nothing was found.');
    expect((await stored()).ab_test).to.equal(null);
  });

  it('stays as it is for those who have got no mail yet once it was paused', async () => {
    const { id, tab, page, path } = await open();
    await app.pool.query(
      `UPDATE campaigns SET status = 'paused', paused_from = 'sending', paused_reason = 'manual', dispatch_id = id, total = 1 WHERE id = $1`,
      [id],
    );
    await tab.load(path);
    for (const name of ['Who', 'Variants', 'When'])
      await region(page, name).getByRole('paragraph').getByText(/^The campaign has begun/).waitFor();
    expect(await page.getByRole('combobox').count()).to.equal(0);
    expect(await button(page, /Send…|Unschedule/).count()).to.equal(0);
    await tab.settled();
    await inspectOpen(tab, 'campaign-paused');
  });

  it('is read and not changed by a viewer', async () => {
    const { tab, page, path } = await open({ role: 'viewer' });
    await tab.load(path);
    await checked(page, 'Nothing was found.');
    await button(page, 'Send…').and(page.locator('[aria-disabled=true]')).waitFor();
    await region(page, 'Who')
      .getByText(/Your role is viewer/)
      .waitFor();
    expect(await page.getByRole('switch').and(page.locator('[aria-disabled=true]')).count()).to.equal(1);
    await tab.settled();
    await inspectOpen(tab, 'campaign-viewer');
  });
});
