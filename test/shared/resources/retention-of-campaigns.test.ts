// The retention of campaigns (shared/resources/retention.ts): recipients and stats go with their days, row by row and by the
// month, what an unfinished campaign has to send does not; deleted campaigns go when no mail of them can be read.
import { expect } from 'chai';
import type { RetentionDays } from '../../../shared/platform/config/retention-settings.ts';
import { createPartitions } from '../../../shared/platform/db/partitions.ts';
import { DAY_MS } from '../../../shared/platform/time/durations.ts';
import { uuidV7LowerBound } from '../../../shared/platform/time/ids.ts';
import { deleteCampaign } from '../../../shared/resources/flows/campaigns/delete.ts';
import { findCampaignStats } from '../../../shared/resources/flows/campaigns/stats/find-stats.ts';
import type { PollOwner } from '../../../shared/resources/messaging/polls/poll.ts';
import { useDatabase } from '../../support/database/database.ts';
import {
  type CampaignFields,
  createCampaign,
  type MadeCampaign,
} from '../../support/factories/campaign-factories.ts';
import { createSegment } from '../../support/factories/contact-factories.ts';
import { createAccount, createEmail } from '../../support/factories/factories.ts';
import { createPoll } from '../../support/factories/poll-factories.ts';
import { SILENT_QUEUES } from '../../support/queues/queues.ts';
import { removeOldRows } from '../../support/work/remove-old-rows.ts';

const ACCOUNT = '01900000-0000-7000-8000-000000000001';
const NOW = new Date('2033-10-20T12:00:00Z');
const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY_MS);
const RECIPIENTS = { name: 'campaign_recipients', idKind: 'uuid' } as const;
/** More than a statement looks at. */
const MANY = 2_500;

describe('The retention of campaigns', () => {
  const database = useDatabase();
  const query = async (text: string, values: unknown[] = []) =>
    (await database.pool.query(text, values)).rows;

  beforeEach(async () => {
    for (const day of [800, 700, 0])
      await createPartitions(database.pool, { tables: [RECIPIENTS], now: daysAgo(day) });
    await query(
      'TRUNCATE campaigns, campaign_contents, campaign_recipients, campaign_metrics, campaign_links, campaign_link_counts, polls, poll_votes, poll_counters',
    );
  });

  const make = async (fields: CampaignFields = {}) =>
    await createCampaign(database.pool, ACCOUNT, { audienceId: ACCOUNT, total: 1, ...fields });
  /** A campaign that began so many days ago, with counters. */
  const began = async (ago: number, status: 'sent' | 'canceled' | 'paused', recipients = 1) => {
    const campaign = await make({ status, dispatchId: uuidV7LowerBound(daysAgo(ago)) });
    await query(
      `INSERT INTO campaign_recipients (dispatch_id, contact_id, account_id, sort_key, state, due_at)
       SELECT $1, gen_random_uuid(), $2, 0, 'sent', now() FROM generate_series(1, $3)`,
      [campaign.dispatchId, ACCOUNT, recipients],
    );
    await query(`INSERT INTO campaign_metrics VALUES ($1, now(), $2, $1, 'tried', 0, 1)`, [
      ACCOUNT,
      campaign.id,
    ]);
    await query('INSERT INTO campaign_links VALUES ($1, $1, $2, $3)', [
      campaign.id,
      ACCOUNT,
      'https://a.test/',
    ]);
    await query('INSERT INTO campaign_link_counts VALUES ($1, $1, 0, 1, 1)', [campaign.id]);
    return campaign;
  };
  const rowsOf = async ({ id, dispatchId }: MadeCampaign) => {
    const [counts] = await query(
      `SELECT (SELECT count(*)::integer FROM campaign_recipients WHERE dispatch_id = $2) AS recipients,
              (SELECT count(*)::integer FROM campaign_metrics WHERE campaign_id = $1) AS counters,
              (SELECT count(*)::integer FROM campaign_links JOIN campaign_link_counts USING (campaign_id)
               WHERE campaign_id = $1) AS links`,
      [id, dispatchId],
    );
    return [counts.recipients, counts.counters, counts.links];
  };
  const remove = (days: Partial<RetentionDays> = {}) =>
    removeOldRows(database.pool, NOW, days, { partitioned: [RECIPIENTS], rowsWorthADrop: 0 });
  const campaignIds = async () => (await query('SELECT id FROM campaigns ORDER BY id')).map(({ id }) => id);

  it('removes recipients and stats 730 days after the start, and keeps the campaign', async () => {
    const old = await began(730.1, 'sent');
    const canceled = await began(740, 'canceled');
    const young = await began(729.9, 'sent');
    await remove();
    for (const gone of [old, canceled]) expect(await rowsOf(gone)).to.deep.equal([0, 0, 0]);
    expect(await rowsOf(young)).to.deep.equal([1, 1, 1]);
    expect(await campaignIds()).to.have.members([old.id, canceled.id, young.id]);
    const stats = await findCampaignStats(database.pool, ACCOUNT, old.id);
    expect([...new Set(Object.values(stats))]).to.deep.equal([0]);
    // Mail of it may be kept longer, so what it said is.
    await deleteCampaign(
      { database: database.pool, queues: SILENT_QUEUES, inUse: [] },
      { ...old, accountId: ACCOUNT },
      NOW,
    );
    expect(await campaignIds()).to.include(old.id);
  });

  it('goes past the recipients of an unfinished campaign, however many, and drops no month that has one', async () => {
    const paused = await began(790, 'paused', MANY);
    const sent = await began(789, 'sent', MANY);
    const before = await began(840, 'sent', MANY);
    const { rows, partitions } = await remove();
    expect(rows['recipients of campaigns']).to.equal(MANY);
    expect(partitions).to.include('campaign_recipients_2031_07');
    await remove();
    for (const gone of [before, sent]) expect(await rowsOf(gone)).to.deep.equal([0, 0, 0]);
    expect(await rowsOf(paused)).to.deep.equal([MANY, 1, 1]);
  });

  it('removes deleted campaigns and what they said three days after the mail, which is kept for a month at least', async () => {
    const deleted = async (ago: number) => {
      const campaign = await make({ status: 'sent' });
      await query('UPDATE campaigns SET deleted_at = $2 WHERE id = $1', [campaign.id, daysAgo(ago)]);
      return campaign.id;
    };
    const young = await deleted(32.9);
    const removing = await deleted(33.1);
    const gone = await deleted(33.1);
    await query('UPDATE campaigns SET next_attempt_at = now() WHERE id = $1', [removing]);
    const { id: draft } = await make({ status: 'draft' });
    await remove({ emails: 60 });
    expect(await campaignIds()).to.include(gone);
    await remove({ emails: 10 });
    expect(await campaignIds()).to.have.members([young, removing, draft]);
    const contents = await query('SELECT campaign_id AS id FROM campaign_contents');
    expect(contents.map(({ id }) => id)).to.have.members([young, removing, draft]);
  });

  it('removes polls with their votes 730 days after they were asked, unless their mail is kept, a filter names them, or they are of a template', async () => {
    const { id: accountId } = await createAccount(database.pool);
    const ask = async (ago: number, owner?: PollOwner) => {
      const id = uuidV7LowerBound(daysAgo(ago));
      const poll = await createPoll(database.pool, accountId, { id, ...(owner && { owner }) });
      await query('UPDATE polls SET created_at = $2 WHERE id = $1', [id, daysAgo(ago)]);
      await query(`INSERT INTO poll_votes VALUES ($1, 'bo@x.dev', $1, $2, '', $1, $1, now(), now())`, [
        id,
        ACCOUNT,
      ]);
      await query('INSERT INTO poll_counters VALUES ($1, $1, 0, 1, now())', [id]);
      return poll.id;
    };
    const paused = await make({ status: 'paused' });
    const sent = await make({ status: 'sent' });
    const { id: emailId } = await createEmail(database.pool, accountId);
    const gone = [await ask(731), await ask(732, { campaignId: sent.id })];
    const kept = [
      await ask(729),
      await ask(733, { templateId: ACCOUNT }),
      await ask(734, { emailId }),
      await ask(735, { campaignId: paused.id }),
    ];
    const named = await ask(736);
    const segment = await createSegment(database.pool, accountId);
    const rule = { type: 'rule', field: `poll.${named}`, operator: 'eq', value: 'any' };
    await query('UPDATE segments SET filter = $2 WHERE id = $1', [segment.id, JSON.stringify(rule)]);
    await remove();
    for (const table of ['polls', 'poll_votes', 'poll_counters']) {
      const left = await query(`SELECT ${table === 'polls' ? 'id' : 'poll_id AS id'} FROM ${table}`);
      expect(
        left.map(({ id }) => id),
        table,
      ).to.have.members([...kept, named]);
    }
    expect(gone).to.have.lengthOf(2);
  });

  it('removes nothing with 0 days, for ever', async () => {
    const campaign = await began(790, 'sent');
    await query('UPDATE campaigns SET deleted_at = $1', [daysAgo(780)]);
    const forEver = Number.POSITIVE_INFINITY;
    await remove({ campaigns: forEver, emails: forEver });
    expect([await campaignIds(), await rowsOf(campaign)]).to.deep.equal([[campaign.id], [1, 1, 1]]);
  });
});
