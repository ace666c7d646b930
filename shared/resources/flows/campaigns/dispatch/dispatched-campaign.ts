// A campaign as its dispatch sees it: the row of work, without what only people read.
import { resumedAtSql } from '../../../../platform/work/suspensions/suspended.ts';
import type { ReleaseCursor } from '../../../messaging/campaign-recipients/release-order.ts';
import { type AbTest, TEST_COLUMNS, type TestProgress } from '../ab-test/ab-test.ts';
import type { CampaignStatus, PausedReason } from '../campaign.ts';
import { type CampaignSettings, SETTING_COLUMNS } from '../settings.ts';

/** The row of a campaign that a worker has claimed. */
export interface DispatchedCampaign extends TestProgress, CampaignSettings {
  id: string;
  accountId: string;
  name: string;
  status: CampaignStatus;
  pausedReason: PausedReason | null;
  pausedFrom: CampaignStatus | null;
  audienceId: string;
  segmentId: string | null;
  topicId: string | null;
  contentId: string;
  abTest: AbTest | null;
  variantContentIds: string[] | null;
  /** Recipients of the test group that have got their variant. */
  testTaken: number;
  /** The sort_key of the last one of those. */
  testKey: number | null;
  scheduledAt: Date | null;
  timezoneProperty: string | null;
  wallTime: string | null;
  /** Time zone → contacts that are not left out, in the taken part of its audience. */
  zoneCounts: Readonly<Record<string, number>>;
  dispatchId: string | null;
  takenAt: Date | null;
  total: number | null;
  leftOut: Readonly<Record<string, number>>;
  cursorAt: Date | null;
  cursorKey: number | null;
  resumedAt: Date | null;
  /** When the mail was due that was released last; null: none was at a pace. */
  pacedAt: Date | null;
  /** Its first outcomes were judged: no brake pauses it any more. */
  isProven: boolean;
  deletedAt: Date | null;
  updatedAt: Date;
  /** When its account was resumed last after a suspension. */
  accountResumedAt: Date | null;
  position: string;
}

/** The columns of a DispatchedCampaign but its id and account, which every walk has. */
export const DISPATCHED_COLUMNS = `name, status, ${SETTING_COLUMNS}, paused_reason AS "pausedReason", paused_from AS "pausedFrom",
  audience_id AS "audienceId", segment_id AS "segmentId", topic_id AS "topicId", content_id AS "contentId",
  ab_test AS "abTest", variant_content_ids AS "variantContentIds", test_taken AS "testTaken", test_key AS "testKey", ${TEST_COLUMNS},
  scheduled_at AS "scheduledAt", timezone_property AS "timezoneProperty", wall_time AS "wallTime",
  zone_counts AS "zoneCounts", dispatch_id AS "dispatchId", taken_at AS "takenAt", total, left_out AS "leftOut",
  cursor_at AS "cursorAt", cursor_key AS "cursorKey", resumed_at AS "resumedAt", paced_at AS "pacedAt", is_proven AS "isProven", deleted_at AS "deletedAt", updated_at AS "updatedAt",
  ${resumedAtSql('campaigns.account_id')} AS "accountResumedAt", position`;

/** Released mail has one of these: the content of the recipient's variant, or that of the campaign. */
export function releasedContentIds({ status, contentId, variantContentIds }: DispatchedCampaign): string[] {
  return status === 'testing' && variantContentIds ? variantContentIds : [contentId];
}

/** Before all recipients. */
const LEAST_KEY = -(2 ** 31);

/** The last recipient of the test group while nothing else is released; null: all are. */
export function lastOfTestGroup({ status, takenAt, testKey }: DispatchedCampaign): ReleaseCursor | null {
  if (status !== 'testing') return null;
  // An empty group has no known key, and none of it is released.
  return { dueAt: takenAt ?? new Date(0), sortKey: testKey ?? LEAST_KEY };
}
