// Announces what has become of a campaign: the events campaign.sent, campaign.paused and campaign.failed.
import type { Transaction } from '../../../../platform/db/transaction.ts';
import type { QueueProducer } from '../../../../platform/queues/connect.ts';
import { fanOutEvents } from '../../../foundation/webhooks/fan-out.ts';
import type { PausedReason } from '../campaign.ts';
import { buildCampaignEventData } from '../event-data.ts';
import { findCampaignStats } from '../stats/find-stats.ts';

/** A campaign and what it has become. */
export interface AnnouncedCampaign {
  id: string;
  accountId: string;
  name: string;
  status: 'sent' | 'paused' | 'failed';
  pausedReason: PausedReason | null;
}

export async function announceCampaign(
  client: Transaction,
  queues: QueueProducer,
  { id, accountId, name, status, pausedReason }: AnnouncedCampaign,
  now: Date,
): Promise<void> {
  const stats = await findCampaignStats(client, accountId, id);
  const data = buildCampaignEventData({ id, name, status, pausedReason, stats });
  await fanOutEvents(
    client,
    [{ accountId, type: `campaign.${status}` as const, data, createdAt: now }],
    queues,
  );
}
