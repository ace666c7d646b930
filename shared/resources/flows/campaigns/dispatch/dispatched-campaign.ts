// A campaign as its dispatch sees it: the row of work, without what only people read.
import type { CampaignStatus, PausedReason } from '../campaign.ts';

/** The row of a campaign that a worker has claimed. */
export interface DispatchedCampaign {
  id: string;
  accountId: string;
  name: string;
  status: CampaignStatus;
  pausedReason: PausedReason | null;
  pausedFrom: CampaignStatus | null;
  audienceId: string;
  segmentId: string | null;
  topicId: string | null;
  tracking: { opens?: boolean; clicks?: boolean } | null;
  contentId: string;
  scheduledAt: Date | null;
  dispatchId: string | null;
  takenAt: Date | null;
  total: number | null;
  leftOut: Readonly<Record<string, number>>;
  cursorAt: Date | null;
  cursorKey: number | null;
  resumedAt: Date | null;
  deletedAt: Date | null;
  updatedAt: Date;
  position: string;
}

/** The columns of a DispatchedCampaign but its id and account, which every walk has. */
export const DISPATCHED_COLUMNS = `name, status, paused_reason AS "pausedReason", paused_from AS "pausedFrom",
  audience_id AS "audienceId", segment_id AS "segmentId", topic_id AS "topicId", tracking, content_id AS "contentId",
  scheduled_at AS "scheduledAt", dispatch_id AS "dispatchId", taken_at AS "takenAt", total, left_out AS "leftOut",
  cursor_at AS "cursorAt", cursor_key AS "cursorKey", resumed_at AS "resumedAt", deleted_at AS "deletedAt", updated_at AS "updatedAt", position`;
