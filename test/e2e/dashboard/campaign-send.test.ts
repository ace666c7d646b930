// A campaign is sent in the dashboard: nothing is sent that a person has not read before, in sentences and numbers; what was sent is
// taken back; a time is one that the clocks show; and another tab that was faster is named.
import { expect } from 'chai';
import { createContactProperty } from '../../support/factories/contact-factories.ts';
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

describe('Sending a campaign in the dashboard', () => {
  const { app, open } = useCampaignPages();

  it('is sent after ten seconds; who takes it back later ends it, and hears so', async () => {
    const { tab, page, load, inspect, stored, id } = await open();
    await load();
    await checked(page, 'Nothing was found.');
    await region(page, 'Who').getByText('1 person gets it').waitFor();
    await inspect('campaign-editor');
    await button(page, 'Send…').click();
    await says(page, /^From Ana .*, with the subject “News of May”\.$/);
    await inspect('campaign-send-asked');
    await button(page, 'Send to 1 person').click();
    await says(page, '“May” is sent in 10 seconds, also if you close this page.');
    await tab.shoot('campaign-sent');
    await button(page, 'Unschedule').waitFor();
    expect(await stored()).to.include({ status: 'scheduled', timezone: null });
    await app.pool.query(`UPDATE campaigns SET status = 'sending' WHERE id = $1`, [id]);
    await button(page, 'Undo').click();
    await says(page, 'The campaign had begun, and was canceled. What has left stays sent.');
    expect(tab.problems).to.deep.equal([]);
  });

  it('has its number typed from a thousand people on, and both numbers said when it has changed since', async () => {
    const { page, load, inspect, stored, addContacts } = await open();
    await load();
    await region(page, 'Who').getByText('1 person gets it').waitFor();
    await addContacts(1_233);
    await checked(page, 'Nothing was found.');
    await button(page, 'Send…').click();
    await says(
      page,
      'The page showed 1 person: it has changed since then, and 1,234 people are counted now.',
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
    await says(page, /is sent in 10 seconds/);
    expect((await stored()).status).to.equal('scheduled');
  });

  it('is scheduled in a zone, not in an hour that its clocks skip or that is past; it is moved and unscheduled', async () => {
    const { tab, page, load, inspect, stored, accountId } = await open({ fields: { rate_per_hour: 100 } });
    await createContactProperty(app.pool, accountId, { key: 'zone' });
    await load();
    await checked(page, 'Nothing was found.');
    await page.getByRole('radio', { name: /^At a time All/ }).click();
    await chooseFound(page, 'Time zone', 'Europe/Berlin');
    const time = page.getByRole('textbox', { name: 'Time, in words' });
    await time.fill('2027-03-28 02:30');
    await region(page, 'When')
      .getByText(/The clocks there skip this time/)
      .waitFor();
    await heldButton(page, 'Schedule…').waitFor();
    await time.fill('2020-01-01 09:00');
    await region(page, 'When')
      .getByText(/This time is past/)
      .waitFor();
    await time.fill('in 1 minute');
    await readyButton(page, 'Schedule…').click();
    // It passes while the question is open, by the clock of the server.
    app.clock.advance(2 * 60_000);
    await button(page, 'Schedule to 1 person').click();
    await page
      .getByRole('dialog')
      .getByText(/must not be in the past/)
      .waitFor();
    await button(page, 'Go back').click();
    await time.fill('in 3 days');
    await says(page, /^The last one leaves about/);
    await tab.shoot('campaign-when');
    await readyButton(page, 'Schedule…').click();
    await button(page, 'Schedule to 1 person').click();
    await says(page, '“May” is scheduled.');
    const first = await stored();
    expect(first).to.include({ status: 'scheduled', timezone: 'Europe/Berlin', rate_per_hour: 100 });
    await page.getByRole('radio', { name: /^At a time where each contact is/ }).click();
    await chooseOption(page, /Property with their time zone/, 'zone');
    await time.fill('in 4 days');
    await button(page, 'Move it to this time').click();
    await says(page, 'The campaign was moved.');
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
    await checked(page, 'Nothing was found.');
    await button(page, 'Send…').click();
    await readyButton(page, 'Send to 1 person').waitFor();
    await page.route('**/campaigns/*', (route) => route.abort());
    await api.post(`/campaigns/${id}/send`).send({ scheduled_at: 'in 1 hour' }).expect(200);
    await button(page, 'Send to 1 person').click();
    await page.getByRole('dialog').getByText('The campaign is scheduled, so it cannot be sent.').waitFor();
  });
});
