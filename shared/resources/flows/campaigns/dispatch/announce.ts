// Announces the state of a campaign: the events campaign.sent, campaign.paused and campaign.failed.
import type { Transaction } from '../../../../platform/db/transaction.ts';
import type { QueueProducer } from '../../../../platform/queues/connect.ts';
import { fanOutEvents } from '../../../foundation/webhooks/fan-out.ts';
import { buildCampaignEventData, type CampaignOfEvent } from '../event-data.ts';
import { findCampaignStats } from '../stats/find-stats.ts';

/** A campaign and what it has become. */
export interface AnnouncedCampaign extends Omit<CampaignOfEvent, 'stats'> {
  accountId: string;
}

export async function announceCampaign(
  client: Transaction,
  queues: QueueProducer,
  { accountId, ...campaign }: AnnouncedCampaign,
  now: Date,
): Promise<void> {
  const { id, status } = campaign;
  const data = buildCampaignEventData({ ...campaign, stats: await findCampaignStats(client, accountId, id) });
  await fanOutEvents(
    client,
    [{ accountId, type: `campaign.${status}` as const, data, createdAt: now }],
    queues,
  );
}
