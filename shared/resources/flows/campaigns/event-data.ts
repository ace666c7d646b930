// The payload data of campaign.sent, campaign.paused and campaign.failed, for real events and for the sample events of
// POST /webhooks/:id/test.
import type { SampleOptions } from '../../foundation/webhooks/sample.ts';
import type { WebhookEventType } from '../../foundation/webhooks/webhook.ts';
import type { CampaignStatus, PausedReason } from './campaign.ts';
import type { CampaignStats } from './stats/find-stats.ts';

/** A campaign and what it has become. */
export interface CampaignOfEvent {
  id: string;
  name: string;
  status: Extract<CampaignStatus, 'sent' | 'paused' | 'failed'>;
  /** Null: it is not paused. */
  pausedReason: PausedReason | null;
  stats: CampaignStats;
}

/** Data of the events of campaigns. */
export function buildCampaignEventData({ id, name, status, pausedReason, stats }: CampaignOfEvent): object {
  return {
    campaign_id: id,
    name,
    status,
    ...(pausedReason !== null && { paused_reason: pausedReason }),
    stats,
  };
}
