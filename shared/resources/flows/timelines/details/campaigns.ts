// The entries of campaigns that have left out a contact of an address, and why. They have the id and the time of the
// dispatch: when the audience was taken.
import { LEFT_OUT_OF_CAMPAIGN } from '../../../../contract/people/reasons.ts';
import type { Queryable } from '../../../../platform/db/connect.ts';
import { timeOfUuidV7 } from '../../../../platform/time/ids.ts';
import { NO_DETAILS, type TimelineCampaign, type TimelineEntry } from '../entry.ts';
import type { WantedEntries } from './wanted.ts';

interface LeftOutOfPage {
  id: string;
  contactId: string;
  reason: keyof typeof LEFT_OUT_OF_CAMPAIGN;
  campaign: TimelineCampaign;
}

const READ = `
  SELECT dispatch_id AS id, contact_id AS "contactId", coalesce(reason, state) AS reason,
         json_build_object('id', campaigns.id, 'name', CASE WHEN deleted_at IS NULL THEN name END) AS campaign
  FROM campaign_recipients AS recipient JOIN campaigns USING (dispatch_id)
  WHERE recipient.account_id = $1 AND dispatch_id = ANY($2::uuid[]) AND contact_id = ANY($3::uuid[])
    AND email_id IS NULL AND state IN ('left_out', 'canceled')`;

/** Reads the entries of a page. */
export async function readLeftOuts(
  database: Queryable,
  { accountId, contactIds, ids }: WantedEntries,
): Promise<TimelineEntry[]> {
  const { rows } = await database.query<LeftOutOfPage>(READ, [accountId, ids, contactIds]);
  return rows.map(({ id, ...leftOut }) => ({
    ...NO_DETAILS,
    id,
    type: 'campaign.left_out',
    createdAt: timeOfUuidV7(id),
    ...leftOut,
    message: LEFT_OUT_OF_CAMPAIGN[leftOut.reason] ?? null,
  }));
}
