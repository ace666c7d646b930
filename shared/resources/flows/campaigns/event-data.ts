// The payload data of campaign.sent, campaign.paused and campaign.failed, for real events and for the sample events of
// POST /webhooks/:id/test.
import type { SampleOptions } from '../../foundation/sample-event.ts';
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
  /** Why it could not start; absent: it has not failed. */
  failedReason?: string;
  stats: CampaignStats;
}

/** Data of the events of campaigns. */
export function buildCampaignEventData(campaign: CampaignOfEvent): object {
  const { id, name, status, pausedReason, failedReason, stats } = campaign;
  return {
    campaign_id: id,
    name,
    status,
    ...(pausedReason !== null && { paused_reason: pausedReason }),
    ...(failedReason !== undefined && { failed_reason: failedReason }),
    stats,
  };
}

const SAMPLE_STATS: CampaignStats = {
  recipients: 100,
  left_out: 2,
  pending: 0,
  sent: 99,
  delivered: 98,
  delivery_delayed: 1,
  bounced: 1,
  failed: 1,
  suppressed: 0,
  complained: 0,
  unsubscribed: 1,
  opened: 60,
  unique_opened: 49,
  clicked: 15,
  unique_clicked: 14,
  machine_opened: 20,
  machine_clicked: 3,
  delivery_rate: 0.98,
  bounce_rate: 0.01,
  complaint_rate: 0,
  open_rate: 0.5,
  click_rate: 0.143,
  unsubscribe_rate: 0.01,
};

/** Builds sample data of the events of campaigns. */
export function sampleCampaignEventData(type: WebhookEventType, { nextId }: SampleOptions): object {
  const [, status = 'sent'] = type.split('.');
  const isPaused = status === 'paused';
  return buildCampaignEventData({
    id: nextId(),
    name: 'News of May',
    status: status as CampaignOfEvent['status'],
    pausedReason: isPaused ? 'manual' : null,
    ...(status === 'failed' && { failedReason: 'The template of the campaign was deleted.' }),
    stats: SAMPLE_STATS,
  });
}
