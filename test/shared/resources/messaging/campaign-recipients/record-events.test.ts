// What is recorded of the mail of campaigns, held against what is recorded of emails: whatever workers and reports record,
// the recipients have the same states and the counters the same numbers.
import { expect } from 'chai';
import fc from 'fast-check';
import { transaction } from '../../../../../shared/platform/db/transaction.ts';
import { createSystemClock } from '../../../../../shared/platform/time/clock.ts';
import { createIds } from '../../../../../shared/platform/time/ids.ts';
import { recordCampaignEvents } from '../../../../../shared/resources/messaging/campaign-recipients/record-events.ts';
import {
  type AttemptResult,
  recordOutcomes,
} from '../../../../../shared/resources/messaging/emails/delivery/record.ts';
import { appendEvents } from '../../../../../shared/resources/messaging/emails/events/append.ts';
import { countUnsubscribe } from '../../../../../shared/resources/messaging/emails/metrics/count-unsubscribe.ts';
import { lockHitRecipients } from '../../../../../shared/resources/messaging/emails/tracking/lock-recipients.ts';
import { recordHits } from '../../../../../shared/resources/messaging/emails/tracking/record-hits.ts';
import { useDatabase } from '../../../../support/database/database.ts';
import { explainWork, readingsOf } from '../../../../support/database/prepared-plans.ts';
import {
  createCampaign,
  createCampaignEmail,
  type MadeCampaign,
  makeCampaignMail,
} from '../../../../support/factories/campaign-factories.ts';
import { createAccount } from '../../../../support/factories/factories.ts';
import { SILENT_QUEUES } from '../../../../support/queues/queues.ts';
import { claimEmail, type MadeEmail, outcomeOf } from '../emails/delivery/outcomes.ts';
import { mail } from '../emails/metrics/random-mail.ts';
import { useRandomMail } from '../emails/metrics/record-random-mail.ts';

const RUNS = 40;
const ROWS = 20_000;
const WRITERS = 12;
const AT = new Date('2026-11-20T10:00:00Z');
const UNTRIED = ['queued', 'sending', 'released'];

describe('What happens to mail of a campaign', () => {
  const database = useDatabase();
  const ids = createIds(createSystemClock());
  const { createSendingAccount, attemptAll } = useRandomMail(database);
  let campaign: MadeCampaign;
  beforeEach(async () => {
    campaign = await createCampaign(database.pool, (await createAccount(database.pool)).id);
  });

  it('is recorded in the rows and counters of the campaign as in those of emails, for any outcomes and reports', async () => {
    const mails = fc.array(mail, { minLength: 1, maxLength: 5 });
    const property = fc.asyncProperty(mails, async (given) => {
      const account = await createSendingAccount();
      const made = await createCampaign(database.pool, account.id);
      const single = given.map((each) => ({ ...each, recipients: each.recipients.slice(0, 1) }));
      await attemptAll(account, single, (emailId) => makeCampaignMail(database.pool, made, emailId));
      const states = await readStates(made);
      for (const { ofEmail, state } of states)
        expect(state).to.equal(
          UNTRIED.includes(ofEmail) ? (UNTRIED.includes(state) ? 'released' : 'delivery_delayed') : ofEmail,
        );
      const { tried = 0, ...counts } = await readCounts('campaign_metrics', made);
      expect(counts).to.deep.equal(await readCounts('email_metrics', made));
      expect(tried).to.equal(states.filter(({ state }) => state !== 'released').length);
    });
    await fc.assert(property, { numRuns: RUNS });
  });

  it('is its end when the campaign is canceled: not counted, but tried', async () => {
    const email = await createCampaignEmail(database.pool, campaign);
    await attempt(email, 'canceled');
    expect(await readRow(email.contactId)).to.include({ state: 'canceled', sent_at: null });
    expect(await readCounts('campaign_metrics', campaign)).to.deep.equal({ tried: 1 });
  });

  it('is counted once, at the first outcome, when a delay is followed by others', async () => {
    const email = await createCampaignEmail(database.pool, campaign);
    for (const result of ['delayed', 'returned', 'delayed', 'bounced'] as const) {
      await database.pool.query(
        `UPDATE email_recipients SET state = 'queued', woken_at = now() WHERE email_id = $1`,
        [email.id],
      );
      await attempt(email, result);
    }
    const row = await readRow(email.contactId);
    expect(row).to.include({ state: 'bounced', delays: 2, bounce_type: 'permanent' });
    expect(await readCounts('campaign_metrics', campaign)).to.deep.equal({
      tried: 1,
      delivery_delayed: 2,
      bounced: 1,
      bounced_permanent: 1,
    });
  });

  it('is what people and machines do with it, and that a recipient unsubscribes', async () => {
    const email = await createCampaignEmail(database.pool, campaign, { status: 'delivered' });
    const [recipient = { id: '', address: '' }] = email.recipients;
    const hit = { recipientId: recipient.id, at: AT, ipAddress: '', userAgent: 'Test' };
    const hits = [
      { ...hit, link: null, machine: 'scanner' as const },
      { ...hit, link: 'https://acme.dev', machine: 'scanner' as const },
      ...[1, 2].map(() => ({ ...hit, link: 'https://acme.dev', machine: null })),
    ];
    await database.pool.query('UPDATE emails SET tracking = 3 WHERE id = $1', [email.id]);
    await transaction(database.pool, async (client) => {
      const locked = await lockHitRecipients(client, [recipient.id], [email.id]);
      await recordHits(client, hits, locked, { ids, queues: SILENT_QUEUES });
    });
    const target = { accountId: campaign.accountId, emailId: email.id, address: recipient.address };
    for (const _ of [1, 2])
      await transaction(database.pool, (client) => countUnsubscribe(client, target, AT));
    const row = await readRow(email.contactId);
    expect(row).to.include({ opens: 1, clicks: 2, machine_opens: 1, machine_clicks: 1 });
    expect([row.opened_at, row.clicked_at, row.unsubscribed_at]).to.deep.equal([AT, AT, AT]);
    const { tried, ...counts } = await readCounts('campaign_metrics', campaign);
    expect(tried).to.equal(undefined);
    expect(counts).to.deep.equal(await readCounts('email_metrics', campaign));
  });

  it('is exact when many record it of one recipient at the same time', async () => {
    const { contactId, domainId } = await createCampaignEmail(database.pool, campaign);
    const { id: campaignId, accountId, dispatchId } = campaign;
    const occurrence = { campaign: { campaignId, dispatchId, contactId }, accountId, domainId, at: AT };
    const writers = Array.from({ length: WRITERS }, () =>
      transaction(database.pool, (client) =>
        recordCampaignEvents(
          client,
          ['sent', 'clicked'].map((name) => ({ ...occurrence, name })),
        ),
      ),
    );
    await Promise.all(writers);
    expect(await readRow(contactId)).to.include({ state: 'sent', clicks: WRITERS });
    expect(await readCounts('campaign_metrics', campaign)).to.deep.equal({
      tried: 1,
      sent: WRITERS,
      clicked: WRITERS,
    });
  });

  it('is one statement that finds its rows by their keys; other mail has none', async () => {
    const { contactId, ...email } = await createCampaignEmail(database.pool, campaign);
    await database.pool.query(
      `INSERT INTO campaign_recipients (dispatch_id, contact_id, account_id, sort_key, state, due_at)
       SELECT $1, uuid_v7(now()), $2, number, 'released', now() FROM generate_series(1, $3::integer) AS number`,
      [campaign.dispatchId, campaign.accountId, ROWS],
    );
    await database.pool.query('ANALYZE campaign_recipients');
    const { id: campaignId, dispatchId } = campaign;
    const explained = await Promise.all(
      [{ campaignId, dispatchId, contactId }, null].map((mailOf) => {
        const about = { ...email, emailId: email.id, recipient: 'bo@customer.dev', campaign: mailOf };
        const event = { ...about, id: ids.next(), type: 'sent' as const, data: null, createdAt: AT };
        return explainWork(database.url, { plansOnce: true }, (explaining) =>
          appendEvents(explaining, [event], SILENT_QUEUES),
        );
      }),
    );
    const ofCampaign = explained.map((statements) =>
      statements.filter(({ name }) => name === 'record-campaign-events'),
    );
    expect(ofCampaign.map(({ length }) => length)).to.deep.equal([1, 0]);
    const readings = readingsOf(ofCampaign[0] ?? [], /^campaign_recipients/);
    expect(readings).not.to.have.lengthOf(0);
    for (const { node, read } of readings) expect(read, JSON.stringify(node)).to.be.below(5);
  });

  async function attempt(email: MadeEmail, result: AttemptResult): Promise<void> {
    const token = await claimEmail(database.pool, email);
    const outcome = outcomeOf({ ...email, token }, { result, at: AT });
    await recordOutcomes({ database: database.pool, ids, queues: SILENT_QUEUES }, [outcome]);
  }

  async function readStates({ dispatchId }: MadeCampaign) {
    const { rows } = await database.pool.query<{ state: string; ofEmail: string }>(
      `SELECT of_email.state AS "ofEmail", recipient.state FROM campaign_recipients AS recipient
       JOIN email_recipients AS of_email USING (email_id) WHERE dispatch_id = $1`,
      [dispatchId],
    );
    return rows;
  }

  async function readRow(contactId: string) {
    const { rows } = await database.pool.query('SELECT * FROM campaign_recipients WHERE contact_id = $1', [
      contactId,
    ]);
    return rows[0];
  }

  async function readCounts(
    table: 'campaign_metrics' | 'email_metrics',
    { accountId }: MadeCampaign,
  ): Promise<Record<string, number>> {
    const { rows } = await database.pool.query<{ metric: string; count: number }>(
      `SELECT metric, sum(count)::integer AS count FROM ${table} WHERE account_id = $1 GROUP BY 1`,
      [accountId],
    );
    return Object.fromEntries(rows.map(({ metric, count }) => [metric, count]));
  }
});
