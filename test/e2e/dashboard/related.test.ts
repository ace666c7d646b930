// What a mail and an event lead to: the record of a mail names all that it belongs to, the timeline of its person what they did
// with it, and an event whose name is nearly a trigger asks for it.
import { expect } from 'chai';
import { createRunner, mailOf } from '../../api/automations/runs/runner.ts';
import { useApp } from '../../support/api/app.ts';
import { createCampaign } from '../../support/factories/campaign-factories.ts';
import { createTopic } from '../../support/factories/contact-factories.ts';
import { createSuppression } from '../../support/factories/factories.ts';
import { signIn } from '../../support/factories/people-factories.ts';
import { createTemplate } from '../../support/factories/template-factories.ts';
import { useTabs } from './tab.ts';

describe('Mail and events in the dashboard', () => {
  const app = useApp();
  const { openTab } = useTabs(app);

  it('name what they belong to, with links to it, and ask for the trigger that was meant', async () => {
    const runner = await createRunner(app);
    const { accountId, api, domain } = runner;
    const from = `shop@${domain.name}`;
    const template = await createTemplate(app.pool, accountId, { from });
    await app.pool.query("UPDATE templates SET name = 'Thanks' WHERE id = $1", [template.id]);
    const of = { name: 'Thank the buyer', trigger: 'order.paid' };
    const automation = await runner.automation([mailOf(template.id)], of);
    const run = await runner.run(automation);
    const { data } = await runner.read('/emails');
    const [{ id, contact_id: contactId, to }] = data;
    const topic = await createTopic(app.pool, accountId, { name: 'Receipts' });
    const campaign = await createCampaign(app.pool, accountId, { name: 'Autumn sale' });
    const suppression = await createSuppression(app.pool, accountId, to[0]);
    await app.pool.query('UPDATE emails SET topic_id = $2, campaign_id = $3 WHERE id = $1', [
      id,
      topic.id,
      campaign.id,
    ]);
    await app.pool.query("UPDATE email_recipients SET state = 'bounced' WHERE email_id = $1", [id]);
    await app.pool.query(
      `INSERT INTO email_events (id, email_id, account_id, recipient, type, data, created_at)
       VALUES ($1, $2, $3, $4, 'opened', '{"open": {"machine": null}}', now())`,
      [app.deps.ids.next(), id, accountId, to[0]],
    );

    const tab = await openTab({ session: await signIn(app.pool, { accountId, now: app.clock.now() }) });
    const { page } = tab;
    await tab.open(`/emails/${id}`);
    await page.getByRole('button', { name: 'More details' }).click();
    for (const [name, path] of [
      [to[0], `/contacts/${contactId}`],
      ['Receipts', `/topics/${topic.id}`],
      [to[0], `/suppressions/${suppression.id}`],
      ['Thanks', `/templates/${template.id}`],
      ['Autumn sale', `/campaigns/${campaign.id}`],
      ['Thank the buyer', `/automations/${automation.id}`],
      ['What the run has done', `/automations/${automation.id}/runs/${run}`],
    ] as const)
      await page.locator(`a[href$="${path}"]`).filter({ hasText: name }).waitFor();
    await tab.shoot('email-related');

    await tab.open(`/contacts/${contactId}/timeline`);
    await page.getByText(/^Opened: \d\d:\d\d:\d\d$/).waitFor();
    await tab.shoot('timeline-touches');

    const event = { event: 'order.piad', domain: domain.name, email: to[0] };
    await api.post('/events/send').send(event).expect(202);
    const [{ id: eventId }] = (await runner.read('/events/received')).data;
    await tab.open(`/events/received/${eventId}`);
    await page.getByText('Did you mean order.paid?').waitFor();
    await tab.shoot('event-near-trigger');
    expect(tab.problems).to.deep.equal([]);
  });
});
