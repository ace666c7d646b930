// When the last mail of a campaign will be released, as far as its pace and its time zones say.
import type { Queryable } from '../../../../platform/db/connect.ts';
import { findLatestDue } from '../../../messaging/campaign-recipients/unfinished.ts';
import type { Campaign } from '../campaign.ts';
import type { CampaignStats } from '../stats/find-stats.ts';
import { intervalOf } from './pace.ts';

/** @returns null: it is not being sent, or it has neither a pace nor time zones */
export async function findEndOfRelease(
  database: Queryable,
  { status, dispatchId, timezoneProperty, ratePerHour, pacedAt, updatedAt }: Campaign,
  stats: CampaignStats | null,
): Promise<Date | null> {
  if (status !== 'sending' || dispatchId === null || !stats) return null;
  const ends: number[] = [];
  if (ratePerHour !== null)
    // A stop makes the time of the last mail one of the past; the move that has ended it is the present.
    ends.push(
      Math.max(pacedAt?.getTime() ?? 0, updatedAt.getTime()) + stats.pending * intervalOf(ratePerHour),
    );
  if (timezoneProperty !== null) {
    const latest = await findLatestDue(database, dispatchId);
    if (latest) ends.push(latest.getTime());
  }
  return ends.length > 0 ? new Date(Math.max(...ends)) : null;
}
