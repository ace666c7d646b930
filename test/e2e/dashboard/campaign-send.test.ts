// A campaign is checked and sent in the dashboard: what the checklist finds leads to where it is put right and holds the send; a test
// of variants has its refusals at its fields; what was paused stays as it is; a viewer reads. Nothing is sent that a person has not
// read before, in sentences and numbers; a time is one that the clocks show; and another tab that was faster is named.
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { createContactProperty, createSegment } from '../../support/factories/contact-factories.ts';
import { eventually } from '../../support/time/eventually.ts';
import {
  button,
  checked,
  chooseFound,
  chooseOption,
  heldButton,
  readyButton,
  region,
  says,
  useCampaignPages,
} from './campaign-pages.ts';
import { showTab } from './tab.ts';

/** The height of the window. */
const HEIGHT = 800;

describe('Checking and sending a campaign in the dashboard', () => {
  const { app, open } = useCampaignPages();
  /** A press on a finding leads to its section. */
  const leadsTo = async (page: Page, code: { says: RegExp; to: string }) => {
    const found = region(page, 'Checklist').getByRole('listitem').filter({ hasText: code.says });
    await found.getByRole('button', { name: code.to }).click();
    await eventually(`${code.to} is in sight`, async () => {
      const { y = -1, height = 0 } = (await region(page, code.to).boundingBox()) ?? {};
      return y < HEIGHT / 2 && y + height > HEIGHT / 4;
    });
  };
  const isHeld = async (page: Page, words: RegExp) => {
    await heldButton(page, 'Send…').click({ force: true });
    await page.getByRole('tooltip').getByText(words).waitFor();
    expect(await page.getByRole('dialog').count()).to.equal(0);
  };

  it('is held by what the checklist has found, and each finding leads to where it is put right', async () => {
    const { accountId, domainId, api, id, tab, page, load, inspect } = await open();
    const { id: segmentId } = await createSegment(app.pool, accountId, { name: 'Still empty' });
    await api.patch(`/campaigns/${id}`).send({ segment_id: segmentId }).expect(200);
    await load();
    await region(page, 'Recipients').getByText('0 people get it').waitFor();
    await checked(page, '1 error');
    await leadsTo(page, { says: /The segment has no contacts/, to: 'Recipients' });
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
    await leadsTo(page, { says: /segment of the campaign was deleted/, to: 'Recipients' });
    await leadsTo(page, { says: /domain/, to: 'Content' });
    await inspect('campaign-errors');
    await app.pool.query(`UPDATE domains SET status = 'verified' WHERE id = $1`, [domainId]);
    await page.getByRole('combobox', { name: 'Segment' }).fill('');
    await page.keyboard.press('Tab');
    await page.getByLabel('Subject').first().fill('Hi [NAME]{% if false %}x{% endif %}');
    await page.getByRole('switch', { name: 'Test variants' }).click();
    await page.getByRole('group', { name: 'Variant b' }).getByLabel('Subject').fill('May, in short');
    await chooseOption(page, /What decides/, 'You choose');
    // An answer of the checklist is at least five seconds after the one before, so all of it is asked for at once.
    await checked(page, '1 error, 2 warnings');
    await leadsTo(page, { says: /\[NAME\]/, to: 'Content' });
    await leadsTo(page, { says: /2 variants, but only 1 recipients/, to: 'Variants' });
    await leadsTo(page, { says: /neither opens nor clicks/i, to: 'Variants' });
    await tab.shoot('campaign-variants');
    expect(await api.get(`/campaigns/${id}`).then(({ body }) => body.status)).to.equal('draft');
  });

  it('shows the refusals of a test at its fields, and what few people can show', async () => {
    const { page, load, inspect, stored, addContacts } = await open({
      fields: { tracking: { opens: true } },
    });
    await addContacts(9);
    await load();
    await checked(page, 'No problems found.');
    await page.getByRole('switch', { name: 'Test variants' }).click();
    await says(page, /^Not saved: not complete/);
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
      .getByText(/has the same .* as another variant/)
      .waitFor();
    await inspect('campaign-variants-refused');
    await page.getByRole('group', { name: 'Variant a' }).last().getByLabel('Key').fill('short');
    await page.getByLabel('Share of recipients').fill('100');
    await says(page, /^Only 5 people would get each variant\. If about 30% are opened/);
    await button(page, 'Add a variant').click();
    await page.getByRole('group', { name: 'Variant b' }).getByLabel('Subject').fill('Third');
    await chooseOption(page, /What differs/, 'Body');
    await page.keyboard.press('Escape');
    // It begins as that of the campaign.
    await page.getByRole('group', { name: 'Variant b' }).getByText('Write a separate body').click();
    const body = page.getByRole('textbox', { name: 'HTML of Variant b' });
    await body.getByText('Hello').waitFor();
    await body.fill('<p>Third</p>');
    await checked(page, '1 warning');
    const { variants } = (await stored()).ab_test;
    expect(variants.map(({ key }: { key: string }) => key)).to.deep.equal(['a', 'short', 'b']);
    expect(variants[2]).to.include({ subject: 'Third', html: '<p>Third</p>' });
    await inspect('campaign-variants');
    await button(page, 'Remove Variant b').click();
    await page.getByRole('switch', { name: 'Test variants' }).click();
    await eventually('nothing is tested', async () => (await stored()).ab_test === null);
  });

  it('stays as it is for those who have got no mail yet once it was paused', async () => {
    const { id, page, load, inspect } = await open();
    await app.pool.query(
      `UPDATE campaigns SET status = 'paused', paused_from = 'sending', paused_reason = 'manual', dispatch_id = id, total = 1 WHERE id = $1`,
      [id],
    );
    await load();
    for (const name of ['Recipients', 'Variants', 'Schedule'])
      await region(page, name)
        .getByRole('paragraph')
        .getByText(/^The campaign has started/)
        .waitFor();
    expect(await region(page, 'Recipients').getByRole('combobox').count()).to.equal(0);
    expect(await button(page, /Send…|Unschedule/).count()).to.equal(0);
    await inspect('campaign-paused');
  });

  it('is read and not changed by a viewer', async () => {
    const { page, load, inspect } = await open({ role: 'viewer' });
    await load();
    await checked(page, 'No problems found.');
    await heldButton(page, 'Send…').waitFor();
    await region(page, 'Recipients')
      .getByText(/Your role is viewer/)
      .waitFor();
    expect(await page.getByRole('switch').and(page.locator('[aria-disabled=true]')).count()).to.equal(2);
    await inspect('campaign-viewer');
  });

  it('is sent after ten seconds; who takes it back later ends it, and hears so', async () => {
    const { tab, page, load, inspect, stored, id } = await open();
    await load();
    await checked(page, 'No problems found.');
    await region(page, 'Recipients').getByText('1 person gets it').waitFor();
    await inspect('campaign-editor');
    await button(page, 'Send…').click();
    await says(page, /^From Ana .*, with the subject “News of May”\.$/);
    await inspect('campaign-send-asked');
    await button(page, 'Send to 1 person').click();
    await says(page, '“May” will be sent in 10 seconds, even if you close this page.');
    await tab.shoot('campaign-sent');
    await button(page, 'Unschedule').waitFor();
    expect(await stored()).to.include({ status: 'scheduled', timezone: null });
    await app.pool.query(`UPDATE campaigns SET status = 'sending' WHERE id = $1`, [id]);
    await button(page, 'Undo').click();
    await says(
      page,
      'The campaign had started and was canceled. Mail that was already sent cannot be recalled.',
    );
    expect(tab.problems).to.deep.equal([]);
  });

  it('has its number typed from a thousand people on, and both numbers said when it has changed since', async () => {
    const { page, load, inspect, stored, addContacts } = await open();
    await load();
    await region(page, 'Recipients').getByText('1 person gets it').waitFor();
    await addContacts(1_233);
    await checked(page, 'No problems found.');
    await button(page, 'Send…').click();
    await says(
      page,
      'The number of recipients changed from 1 person to 1,234 people since this page was loaded.',
    );
    await says(page, /^To 1,234 people of the audience/);
    await heldButton(page, 'Send to 1,234 people').waitFor();
    const typed = page.getByRole('textbox', { name: 'Type 1234 to confirm' });
    await typed.fill('1233');
    await page.keyboard.press('Enter');
    await says(page, 'Type 1234 first.');
    expect((await stored()).status).to.equal('draft');
    await typed.fill('1234');
    await inspect('campaign-send-typed');
    await page.keyboard.press('Enter');
    await says(page, /will be sent in 10 seconds/);
    expect((await stored()).status).to.equal('scheduled');
  });

  it('is scheduled in a zone, not in an hour that its clocks skip or that is past; it is moved and unscheduled', async () => {
    const { tab, page, load, inspect, stored, accountId } = await open({ fields: { rate_per_hour: 100 } });
    await createContactProperty(app.pool, accountId, { key: 'zone' });
    await load();
    await checked(page, 'No problems found.');
    await page.getByRole('radio', { name: /^At a set time Everyone/ }).click();
    await chooseFound(page, 'Time zone', 'Europe/Berlin');
    const time = page.getByRole('textbox', { name: 'Time, in words' });
    await time.fill('2027-03-28 02:30');
    await region(page, 'Schedule')
      .getByText(/This time does not exist:/)
      .waitFor();
    await heldButton(page, 'Schedule…').waitFor();
    await time.fill('2020-01-01 09:00');
    await region(page, 'Schedule')
      .getByText(/This time is in the past/)
      .waitFor();
    await time.fill('in 1 minute');
    await readyButton(page, 'Schedule…').click();
    // It passes while the question is open, by the clock of the server, which stands still: the test itself takes minutes on a
    // busy machine.
    app.clock.advance(30 * 60_000);
    await button(page, 'Schedule to 1 person').click();
    await page
      .getByRole('dialog')
      .getByText(/in the past/)
      .waitFor();
    await button(page, 'Go back').click();
    await time.fill('in 3 days');
    await says(page, /^The last email leaves at about/);
    await tab.shoot('campaign-when');
    await readyButton(page, 'Schedule…').click();
    await button(page, 'Schedule to 1 person').click();
    await says(page, '“May” is scheduled.');
    const first = await stored();
    expect(first).to.include({ status: 'scheduled', timezone: 'Europe/Berlin', rate_per_hour: 100 });
    await page.getByRole('radio', { name: /^At a local time for each contact/ }).click();
    await chooseOption(page, /Time zone property/, 'zone');
    await time.fill('in 4 days');
    await button(page, 'Reschedule').click();
    await says(page, 'Campaign rescheduled.');
    await inspect('campaign-scheduled');
    const moved = await stored();
    expect(moved.timezone_property).to.equal('zone');
    expect(moved.scheduled_at > first.scheduled_at).to.equal(true);
    await button(page, 'Unschedule').click();
    await says(page, 'The campaign is a draft again.');
    // The time is not forgotten.
    await readyButton(page, 'Schedule…').waitFor();
    expect(tab.problems).to.deep.equal([]);
  });

  it('says that it was sent in another place while one was asked', async () => {
    const { api, id, page, load } = await open();
    await load();
    await checked(page, 'No problems found.');
    await button(page, 'Send…').click();
    await readyButton(page, 'Send to 1 person').waitFor();
    await page.route('**/campaigns/*', (route) => route.abort());
    await api.post(`/campaigns/${id}/send`).send({ scheduled_at: 'in 1 hour' }).expect(200);
    await button(page, 'Send to 1 person').click();
    await page.getByRole('dialog').getByText('The campaign is scheduled, so it cannot be sent.').waitFor();
  });
});
