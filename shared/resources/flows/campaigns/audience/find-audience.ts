// STUB until the part about audiences is merged.
import { notFound } from '../../../../contract/domain-error.ts';
import type { Database } from '../../../../platform/db/connect.ts';

export interface CampaignAudience {
  id: string;
  total: number;
  sendable: number;
  leftOut: Readonly<Record<string, number>>;
  frozen: boolean;
  countedAt: Date | null;
}

export async function findCampaignAudience(
  { database }: { database: Database; simulatorDomains: readonly string[] },
  { accountId, id, now }: { accountId: string; id: string; now: Date },
): Promise<CampaignAudience> {
  const { rows } = await database.query(
    `SELECT (SELECT count(*)::integer FROM contacts WHERE contacts.audience_id = campaigns.audience_id
              AND (segment_id IS NULL OR contacts.id IN
                   (SELECT contact_id FROM segment_contacts WHERE segment_contacts.segment_id = campaigns.segment_id))) AS total
     FROM campaigns WHERE id = $1 AND account_id = $2 AND deleted_at IS NULL`,
    [id, accountId],
  );
  if (!rows[0]) throw notFound('Campaign');
  const { total } = rows[0];
  return { id, total, sendable: total, leftOut: {}, frozen: false, countedAt: now };
}
