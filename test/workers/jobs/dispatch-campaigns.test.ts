// The job that dispatches campaigns: how one begins, whom its mail is released to and how much of it, and what pauses it.
import { expect } from 'chai';
import { CAMPAIGN_LEFT_OUT_REASONS } from '../../../shared/contract/campaigns/values.ts';
import { DAY_MS, HOUR_MS, SECOND_MS } from '../../../shared/platform/time/durations.ts';
import { createAccount, createDomain, createWebhook } from '../../support/factories/factories.ts';
import { makePaused } from '../../support/factories/reputation-factories.ts';
import { resume, suspend } from '../../support/factories/suspension-factories.ts';
import { createTemplate } from '../../support/factories/template-factories.ts';
import { useCampaigns } from './support/use-campaigns.ts';

describe('dispatch-campaigns', () => {
  const test = useCampaigns();

  it('mails each contact once, with the values that it shows in place of contents, and is sent when all are tried', async () => {
    const ana = await test.contact('ana@customer.dev');
    await test.query(`UPDATE contacts SET first_name = 'Ana' WHERE id = $1`, [ana]);
    await test.contact('bo@customer.dev');
    await createWebhook(test.job.pool, test.accountId, { events: ['campaign.sent'] });
    const { id } = await test.queue({
      subject: 'Hi {{{contact.first_name|you}}}',
      html: '<p>{{ contact.email }}</p>',
    });
    const sending = await test.dispatch(id);
    expect(sending).to.include({ status: 'sending', total: 2 });
    const sent = await test.mails();
    expect(sent.map(({ subject }) => subject).sort()).to.deep.equal(['Hi Ana', 'Hi you']);
    for (const mail of sent) {
      expect(mail).to.include({ source: 'campaign', campaign_id: id, dispatch_id: sending.dispatch_id });
      expect(mail.source_id).to.equal(sending.content_id);
    }
    test.clock.advance(SECOND_MS);
    expect(await test.dispatch(id)).to.include({ status: 'sending' });
    expect(await test.mails()).to.have.length(2);
    await test.deliverAll();
    test.clock.advance(SECOND_MS);
    expect(await test.dispatch(id)).to.include({ status: 'sent', next_attempt_at: null });
    const events = await test.query(`SELECT payload::jsonb -> 'data' AS data FROM webhook_messages`);
    expect(events.map(({ data }) => [data.campaign_id, data.status])).to.deep.equal([[id, 'sent']]);
  });

  it('has no more than the audience that there was when it began, and those who refuse by then are left out', async () => {
    await test.contact('late@customer.dev');
    await test.query(`UPDATE contacts SET created_at = $1 WHERE email = 'late@customer.dev'`, [
      new Date(test.clock.now().getTime() + HOUR_MS),
    ]);
    await test.contact('ana@example.com');
    await test.contact('bo@simulator.test');
    await test.contact('gone@customer.dev');
    const { id } = await test.queue();
    await test.unsubscribe('gone@customer.dev');
    const begun = await test.dispatch(id);
    expect(begun).to.include({ status: 'sending', total: 3 });
    expect(begun.left_out).to.deep.equal({ reserved: 1, unsubscribed: 1 });
    expect(await test.recipientsOf(id)).to.deep.equal({
      'left_out reserved': 1,
      'left_out unsubscribed': 1,
      released: 1,
    });
  });

  it('leaves out alone whom it cannot mail any more, with the reason, and charges nothing for them', async () => {
    const names = ['refuses', 'deleted', 'unrendered', 'invalid', 'suppressed'];
    const people = new Map<string, string>();
    for (const name of names) people.set(name, await test.contact(`${name}@customer.dev`));
    const html =
      '{% if contact.email == "unrendered@customer.dev" %}{{ "x" | date: contact }}{% endif %}<p>Hello</p>';
    const { id } = await test.queue({
      html,
      subject: '{% if contact.email != "unrendered@customer.dev" %}Hi{% endif %}',
    });
    await test.query('UPDATE campaigns SET paused_from = NULL WHERE id = $1', [id]);
    await test.takeAudienceAlone(id);
    await test.unsubscribe('refuses@customer.dev');
    await test.query(
      `INSERT INTO suppressions (id, account_id, address, reason, created_at) VALUES ($1, $2, $3, 'manual', now())`,
      [test.job.ids.next(), test.accountId, 'suppressed@customer.dev'],
    );
    await test.query('DELETE FROM contacts WHERE id = $1', [people.get('deleted')]);
    await test.query(`UPDATE contacts SET email = 'no address' WHERE id = $1`, [people.get('invalid')]);
    await test.wake(id);
    const done = await test.dispatch(id);
    const expected = { unsubscribed: 1, deleted: 1, render_failed: 1, invalid: 1, suppressed: 1 };
    expect(done.left_out_later).to.deep.equal(expected);
    expect(CAMPAIGN_LEFT_OUT_REASONS).to.include.members(Object.keys(expected));
    expect(done.status).to.equal('sent');
    expect(await test.query('SELECT FROM email_usage WHERE account_id = $1', [test.accountId])).to.be.empty;
  });

  it('is sent with 0 when there is no contact to send to, and fails when it cannot start', async () => {
    const empty = await test.queue();
    expect(await test.dispatch(empty.id)).to.include({ status: 'sent', total: 0 });
    await test.contact();
    const foreign = await test.queue({ from: 'news@unknown.dev' });
    const failed = await test.dispatch(foreign.id);
    expect(failed.status).to.equal('failed');
    expect(failed.failed_reason).to.include('unknown.dev');
    // As a template that was published again after the campaign was scheduled.
    const variables = [{ key: 'NAME', type: 'string' as const, fallbackValue: null }];
    const template = await createTemplate(test.job.pool, test.accountId, { variables });
    const unfilled = await test.queue({ html: null });
    await test.query(`UPDATE campaign_contents SET template_id = $1, variables = '{}' WHERE id = $2`, [
      template.id,
      unfilled.contentId,
    ]);
    const unrendered = await test.dispatch(unfilled.id);
    expect(unrendered.status).to.equal('failed');
    expect(unrendered.failed_reason).to.include('NAME');
    await test.query(`UPDATE accounts SET production_access = false WHERE id = $1`, [test.accountId]);
    expect(await test.dispatch((await test.queue()).id)).to.include({ status: 'failed' });
  });

  it('is paused when it is found more than six hours after its time, and not before', async () => {
    await test.contact();
    const at = (hours: number) => new Date(test.clock.now().getTime() - hours * HOUR_MS);
    const missed = await test.queue({ status: 'scheduled', scheduledAt: at(6.1) });
    expect(await test.dispatch(missed.id)).to.include({
      status: 'paused',
      paused_reason: 'missed',
      paused_from: 'queued',
    });
    const late = await test.queue({ status: 'scheduled', scheduledAt: at(5.9) });
    expect(await test.dispatch(late.id)).to.include({ status: 'sending' });
  });

  it('begins at once when its account was suspended at its time', async () => {
    await test.contact();
    const at = (hours: number) => new Date(test.clock.now().getTime() - hours * HOUR_MS);
    const { id } = await test.queue({ status: 'scheduled', scheduledAt: at(100) });
    await suspend(test.job.pool, test.accountId, { at: at(120) });
    expect(await test.dispatch(id), 'nothing is dispatched').to.include({ status: 'scheduled' });
    await resume(test.job.pool, test.accountId, { now: at(1) });
    expect(await test.dispatch(id)).to.include({ status: 'sending' });
  });

  it('leaves a tenth of the day to other mail, goes on the next day, and fails beyond the month', async () => {
    const planned = async (day: number | null, month: number | null) => {
      const plan = `limited ${day} ${month}`;
      await test.query(
        `INSERT INTO plans (id, daily_email_limit, monthly_email_limit) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
        [plan, day, month],
      );
      await test.query('UPDATE accounts SET plan_id = $2 WHERE id = $1', [test.accountId, plan]);
    };
    for (let number = 0; number < 12; number += 1) await test.contact();
    await planned(null, 13);
    expect(await test.dispatch((await test.queue()).id)).to.include({ status: 'failed' });
    await planned(10, null);
    const { id } = await test.queue();
    expect(await test.dispatch(id)).to.include({ status: 'paused', paused_reason: 'daily_quota' });
    expect(await test.mails()).to.have.length(9);
    test.clock.advance(DAY_MS);
    expect(await test.dispatch(id)).to.include({ status: 'sending' });
    expect(await test.mails()).to.have.length(12);
  });

  it('is paused with its sender', async () => {
    await test.contact();
    const paused = await createDomain(test.job.pool, test.accountId);
    await makePaused(test.job.pool, 'domains', paused.id);
    const { id } = await test.queue({ from: `news@${paused.name}` });
    expect(await test.dispatch(id)).to.include({ status: 'paused', paused_reason: 'reputation' });
    const other = await test.queue();
    await test.takeAudienceAlone(other.id);
    await test.query(`UPDATE domains SET status = 'failed' WHERE id = $1`, [test.domain.id]);
    await test.wake(other.id);
    expect(await test.dispatch(other.id)).to.include({ status: 'paused', paused_reason: 'domain' });
    expect(await test.mails()).to.be.empty;
  });

  it('releases as much as its share of the lane leaves room for, whatever waits of another account', async () => {
    for (let number = 0; number < 3; number += 1) await test.contact();
    const other = (await createAccount(test.job.pool)).id;
    const wait = (owner: string, count: number) =>
      test.query(
        `INSERT INTO email_recipients (id, email_id, account_id, kind, position, address, state, lane, next_attempt_at,
           woken_at, updated_at)
         SELECT uuid_v7(now()), uuid_v7(now()), $1, 'to', 0, 'a@customer.dev', 'queued', 'campaign', now(), now(), now()
         FROM generate_series(1, $2::integer)`,
        [owner, count],
      );
    await test.query('UPDATE email_recipients SET woken_at = NULL, next_attempt_at = NULL');
    await wait(other, 5_000);
    await wait(test.accountId, 2_498);
    const { id } = await test.queue();
    await test.dispatch(id);
    expect(await test.mails()).to.have.length(2);
    await test.query(
      'DELETE FROM email_recipients WHERE account_id = $1 AND email_id NOT IN (SELECT id FROM emails)',
      [test.accountId],
    );
    test.clock.advance(SECOND_MS);
    await test.dispatch(id);
    expect(await test.mails()).to.have.length(3);
    await test.query('DELETE FROM email_recipients WHERE account_id = $1', [other]);
  });

  it('releases nothing while a worker of the release before sends bulk mail', async () => {
    await test.contact();
    const old = test.job.ids.next();
    await test.query(
      `INSERT INTO worker_processes (id, groups, host, pid) VALUES ($1, '{audience}', 'old', 1)`,
      [old],
    );
    const { id } = await test.queue();
    await test.dispatch(id);
    expect(await test.mails()).to.be.empty;
    await test.query('DELETE FROM worker_processes WHERE id = $1', [old]);
    test.clock.advance(5 * SECOND_MS);
    await test.dispatch(id);
    expect(await test.mails()).to.have.length(1);
  });
});
