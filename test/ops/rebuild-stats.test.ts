// The verb of `npm run ops` that counts the recipients of campaigns again: whatever workers, reports and hits have recorded, it
// finds nothing to repair; what was changed by hand it repairs.
import { expect } from 'chai';
import fc from 'fast-check';
import { runCommand } from '../../ops/run-command.ts';
import { findCampaignStats } from '../../shared/resources/flows/campaigns/stats/find-stats.ts';
import { mail } from '../shared/resources/messaging/emails/metrics/random-mail.ts';
import { useRandomMail } from '../shared/resources/messaging/emails/metrics/record-random-mail.ts';
import { useDatabase } from '../support/database/database.ts';
import {
  createCampaign,
  createCampaignRecipient,
  type MadeCampaign,
  makeCampaignMail,
} from '../support/factories/campaign-factories.ts';
import { createAccount } from '../support/factories/factories.ts';
import { createPoll } from '../support/factories/poll-factories.ts';
import { expectDone, expectRefused } from './run-ops.ts';

const RUNS = 25;

describe('ops rebuild-stats', () => {
  const database = useDatabase();
  const { createSendingAccount, attemptAll } = useRandomMail(database);
  const ops = (...args: string[]) => runCommand(['rebuild-stats', ...args], { DATABASE_URL: database.url });
  const statsOf = ({ accountId, id }: MadeCampaign) => findCampaignStats(database.pool, accountId, id);

  it('finds nothing to repair, for any outcomes and reports, and counts the same when the counters are lost', async () => {
    const mails = fc.array(mail, { minLength: 1, maxLength: 5 });
    const property = fc.asyncProperty(mails, async (given) => {
      const account = await createSendingAccount();
      const campaign = await createCampaign(database.pool, account.id, {
        total: given.length + 1,
        leftOut: { reserved: 1 },
      });
      const single = given.map((each) => ({ ...each, recipients: each.recipients.slice(0, 1) }));
      await attemptAll(account, single, (emailId) => makeCampaignMail(database.pool, campaign, emailId));
      await createCampaignRecipient(database.pool, campaign, { state: 'left_out', reason: 'reserved' });
      const found = expectDone(await ops('--campaign', campaign.id));
      expect(found).to.deep.equal({ object: 'list', checked: 1, data: [] });
      const shown = await statsOf(campaign);
      await database.pool.query('DELETE FROM campaign_metrics WHERE campaign_id = $1', [campaign.id]);
      await ops('--campaign', campaign.id);
      expect(await statsOf(campaign)).to.deep.equal(shown);
    });
    await fc.assert(property, { numRuns: RUNS });
  });

  it('says what differed of each campaign and repairs it, once', async () => {
    const { id: accountId } = await createAccount(database.pool);
    const leftOut = { opted_out: 3, reserved: 1 };
    const campaign = await createCampaign(database.pool, accountId, {
      total: 9,
      leftOut,
      leftOutLater: { deleted: 1 },
    });
    const rows = [
      { state: 'delivered' },
      { state: 'pending' },
      ...['opted_out', 'opted_out', 'reserved', 'deleted', 'deleted'].map((reason) => ({
        state: 'left_out',
        reason,
      })),
    ];
    for (const row of rows) await createCampaignRecipient(database.pool, campaign, row);
    await database.pool.query(
      `UPDATE campaign_recipients SET sent_at = now(), delivered_at = now(), opened_at = now(), opens = 4,
              clicked_links = jsonb_build_object($2::uuid, 2)
       WHERE dispatch_id = $1 AND state = 'delivered'`,
      [campaign.dispatchId, campaign.id],
    );
    // One that no recipient has followed.
    await database.pool.query('INSERT INTO campaign_link_counts VALUES ($1, $2, 3, 1, 1)', [
      campaign.id,
      accountId,
    ]);
    const links = [
      { id: accountId, counts: [1, 1], counted: [0, 0] },
      { id: campaign.id, counts: [0, 0], counted: [2, 1] },
    ].flatMap(({ id, counts, counted }) =>
      ['clicks', 'unique_clicks'].map((name, index) => ({
        name: `clicked_links.${id}.${name}`,
        shown: counts[index],
        counted: counted[index],
      })),
    );
    const differences = [
      { name: 'recipients', shown: 4, counted: 2 },
      { name: 'pending', shown: 4, counted: 1 },
      ...['sent', 'delivered'].map((name) => ({ name, shown: 0, counted: 1 })),
      { name: 'opened', shown: 0, counted: 4 },
      { name: 'unique_opened', shown: 0, counted: 1 },
      ...links,
    ];
    const { checked, data } = expectDone(await ops());
    expect(checked).to.be.at.least(1);
    const [found, ...others] = data as Record<string, unknown>[];
    expect(others).to.deep.equal([]);
    expect(found).to.deep.equal({ object: 'campaign', id: campaign.id, account_id: accountId, differences });
    expect(await statsOf(campaign)).to.include({
      recipients: 2,
      left_out: 5,
      pending: 1,
      delivered: 1,
      opened: 4,
    });
    const { rows: audience } = await database.pool.query(
      'SELECT total, left_out, left_out_later FROM campaigns WHERE id = $1',
      [campaign.id],
    );
    expect(audience).to.deep.equal([
      { total: 7, left_out: { opted_out: 2, reserved: 1 }, left_out_later: { deleted: 2 } },
    ]);
    expect(expectDone(await ops())['data']).to.deep.equal([]);
  });

  it('says what differed of each poll and repairs it, once', async () => {
    const { id: accountId } = await createAccount(database.pool);
    const { id, options } = await createPoll(database.pool, accountId, { labels: ['A', 'B', 'C'] });
    const [a, b, c] = options.map((option) => option.id);
    await database.pool.query(
      `INSERT INTO poll_votes
       SELECT $1, key, uuid_v7(now()), $2, key, $1, option_id::uuid, now(), now()
       FROM unnest(ARRAY['x', 'y', 'z'], $3::text[]) AS vote (key, option_id)`,
      [id, accountId, [a, a, b]],
    );
    await database.pool.query(
      'INSERT INTO poll_counters VALUES ($1, $2, 0, 3, now()), ($1, $2, 1, -2, now()), ($1, $3, 0, 1, now()), ($1, $4, 0, 4, now())',
      [id, a, b, c],
    );
    const differenceOf = (option: string | undefined, shown: number, counted: number) => ({
      object: 'poll',
      id,
      account_id: accountId,
      differences: [{ name: `options.${option}.votes`, shown, counted }],
    });
    expect(expectDone(await ops())['data']).to.have.deep.members([
      differenceOf(a, 1, 2),
      differenceOf(c, 4, 0),
    ]);
    expect(expectDone(await ops())['data']).to.deep.equal([]);
  });

  it('refuses a campaign that there is not, or whose audience was not taken', async () => {
    const { id: accountId } = await createAccount(database.pool);
    const draft = await createCampaign(database.pool, accountId, { status: 'draft' });
    for (const id of [accountId, draft.id])
      expect(expectRefused(await ops('--campaign', id), 1)).to.include('does not exist or has not started');
    expect(expectRefused(await ops('--campaign', 'news'), 2)).to.include('is not the id of a campaign');
  });
});
