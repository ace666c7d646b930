// The figures of a campaign: each recipient counts once, by what became of it last.
import { expect } from 'chai';
import { transaction } from '../../../../../shared/platform/db/transaction.ts';
import { findCampaignStats } from '../../../../../shared/resources/flows/campaigns/stats/find-stats.ts';
import { recordCampaignEvents } from '../../../../../shared/resources/messaging/campaign-recipients/record-events.ts';
import { useDatabase } from '../../../../support/database/database.ts';
import { expectIndex, explain } from '../../../../support/database/plans.ts';
import { createCampaign, createCampaignEmail } from '../../../../support/factories/campaign-factories.ts';
import { createAccount } from '../../../../support/factories/factories.ts';

const NOTHING = {
  recipients: 0,
  left_out: 0,
  pending: 0,
  sent: 0,
  delivered: 0,
  delivery_delayed: 0,
  bounced: 0,
  failed: 0,
  suppressed: 0,
  complained: 0,
  unsubscribed: 0,
  opened: 0,
  unique_opened: 0,
  clicked: 0,
  unique_clicked: 0,
  machine_opened: 0,
  machine_clicked: 0,
  delivery_rate: 0,
  bounce_rate: 0,
  complaint_rate: 0,
  open_rate: 0,
  click_rate: 0,
  unsubscribe_rate: 0,
};

describe('The figures of a campaign', () => {
  const database = useDatabase();

  it('count each recipient once, by its last state, and those of other campaigns apart', async () => {
    const { id: accountId } = await createAccount(database.pool);
    const draft = await createCampaign(database.pool, accountId, { status: 'draft' });
    expect(await findCampaignStats(database.pool, accountId, draft.id)).to.deep.equal(NOTHING);
    const audience = { total: 10, leftOut: { opted_out: 2, reserved: 1 }, leftOutLater: { deleted: 1 } };
    const campaign = await createCampaign(database.pool, accountId, audience);
    const other = await createCampaign(database.pool, accountId, audience);
    const { id: campaignId, dispatchId } = campaign;
    for (const names of [
      ['sent', 'delivered', 'machine_opened', 'opened', 'unique_opened', 'opened', 'unsubscribed'],
      ['delivery_delayed', 'bounced', 'bounced_permanent', 'bounced_superseded', 'sent', 'delivered'],
      ['sent', 'delivered', 'complained'],
      ['sent', 'sent_superseded', 'bounced', 'bounced_permanent'],
      ['canceled'],
    ]) {
      const { contactId, domainId } = await createCampaignEmail(database.pool, campaign);
      const about = { accountId, domainId, campaign: { campaignId, dispatchId, contactId }, at: new Date() };
      await transaction(database.pool, (client) =>
        recordCampaignEvents(
          client,
          names.map((name) => ({ ...about, name })),
        ),
      );
    }
    expect(await findCampaignStats(database.pool, accountId, campaignId)).to.deep.equal({
      ...NOTHING,
      recipients: 6,
      left_out: 4,
      pending: 1,
      sent: 4,
      delivered: 3,
      delivery_delayed: 1,
      bounced: 1,
      complained: 1,
      unsubscribed: 1,
      opened: 2,
      unique_opened: 1,
      machine_opened: 1,
      delivery_rate: 0.75,
      bounce_rate: 0.25,
      complaint_rate: 0.3333,
      open_rate: 0.3333,
      unsubscribe_rate: 0.3333,
    });
    await database.pool.query(
      `INSERT INTO campaign_metrics SELECT $1, now() - n * interval '15 minutes', uuid_v7(now()), $1, 'sent', 0, 1
       FROM generate_series(1, 20000) AS n`,
      [accountId],
    );
    await database.pool.query('ANALYZE campaign_metrics');
    const plans = await explain(database.pool, (explaining) =>
      findCampaignStats(explaining, accountId, campaignId),
    );
    expectIndex(plans.flat(), /campaign_metrics_campaign/);
    const ofOther = await findCampaignStats(database.pool, accountId, other.id);
    expect(ofOther).to.deep.equal({ ...NOTHING, recipients: 6, left_out: 4, pending: 6 });
  });
});
