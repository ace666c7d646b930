// The types of a campaign: one message to many contacts (docs/reference/campaigns.md). It is a record, and a row of work that
// its dispatch moves (dispatch/walk.ts). What it says is in rows of their own that never change (campaign_contents).
import type { CAMPAIGN_PAUSED_REASONS, CAMPAIGN_STATUSES } from '../../../contract/campaigns/values.ts';
import type { CampaignContent } from '../../messaging/campaign-contents/content.ts';
import type { Tracking } from '../../messaging/emails/email.ts';
import { type AbTest, TEST_COLUMNS, type TestProgress } from './ab-test/ab-test.ts';
import { type CampaignSettings, SETTING_COLUMNS } from './settings.ts';
import type { CampaignStats } from './stats/find-stats.ts';

export type CampaignStatus = (typeof CAMPAIGN_STATUSES)[number];
export type PausedReason = (typeof CAMPAIGN_PAUSED_REASONS)[number];

/** Reason → how many contacts. */
type LeftOut = Readonly<Record<string, number>>;

/** A campaign without what it says. */
export interface Campaign extends TestProgress, CampaignSettings {
  id: string;
  accountId: string;
  name: string;
  status: CampaignStatus;
  pausedReason: PausedReason | null;
  /** Why it could not start, or more about why it is paused, as a sentence. */
  failedReason: string | null;
  audienceId: string;
  /** Null: all contacts of the audience. */
  segmentId: string | null;
  topicId: string | null;
  contentId: string;
  /** Null: it tests nothing. */
  abTest: AbTest | null;
  /** The contents of its variants, in their order; null: it has no test. */
  variantContentIds: string[] | null;
  /** Its content before the winner of its test; null: there is none. */
  baseContentId: string | null;
  scheduledAt: Date | null;
  /** The time zone of scheduledAt; null: none was given. */
  timezone: string | null;
  /** The key of the contact property with each contact's time zone; null: all are sent to at scheduledAt. */
  timezoneProperty: string | null;
  /** The time on the clocks when it is sent, in ISO 8601 without an offset; null: it has no time zone. */
  wallTime: string | null;
  /** Time zone → contacts that are not left out, when the audience was taken by zones. */
  zoneCounts: Readonly<Record<string, number>>;
  /** When the mail was due that was released last; null: none was at a pace. */
  pacedAt: Date | null;
  /** Null: its audience was not taken yet. */
  dispatchId: string | null;
  /** Contacts of the audience when it was taken. */
  total: number | null;
  /** When the audience was taken, and since then. */
  leftOut: LeftOut;
  leftOutLater: LeftOut;
  sentAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

/** A campaign of an account. */
export interface CampaignPath {
  accountId: string;
  id: string;
}

/** A campaign with what it says. */
export interface CampaignWithContent {
  campaign: Campaign;
  content: CampaignContent;
  /** The contents of its variants; empty: it has no test. */
  variants: readonly CampaignContent[];
}

/** A campaign in answers. */
export interface ShownCampaign extends CampaignWithContent {
  measured: Tracking;
  /** Null: its audience was not taken yet. */
  stats: CampaignStats | null;
  /** When its last mail will be released; null: it is not being sent, or has neither a pace nor time zones. */
  endsAt: Date | null;
}

/** SQL: a campaign waits for its time, is being sent or is paused. */
export const IS_UNFINISHED_CAMPAIGN =
  "campaigns.status IN ('scheduled', 'queued', 'testing', 'sending', 'paused') AND campaigns.deleted_at IS NULL";

/** The columns of a Campaign. */
export const CAMPAIGN_COLUMNS = `
  id, account_id AS "accountId", name, status, ${SETTING_COLUMNS}, paused_reason AS "pausedReason", failed_reason AS "failedReason",
  audience_id AS "audienceId", segment_id AS "segmentId", topic_id AS "topicId", content_id AS "contentId",
  ab_test AS "abTest", variant_content_ids AS "variantContentIds", base_content_id AS "baseContentId",
  ${TEST_COLUMNS},
  scheduled_at AS "scheduledAt", timezone, timezone_property AS "timezoneProperty", wall_time AS "wallTime",
  zone_counts AS "zoneCounts",
  paced_at AS "pacedAt", dispatch_id AS "dispatchId", total, left_out AS "leftOut",
  left_out_later AS "leftOutLater", sent_at AS "sentAt", created_at AS "createdAt", updated_at AS "updatedAt"`;
