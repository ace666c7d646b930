// STUB until the part about what comes back is merged.
import { notFound } from '../../../../contract/domain-error.ts';
import type { Queryable } from '../../../../platform/db/connect.ts';
import type { Page, PageRequest } from '../../../../platform/db/page.ts';

export interface CampaignRecipient {
  id: string;
  contactId: string | null;
  email: string;
  count: number | null;
  bounceType: string | null;
  reason: string | null;
  machineOnly: boolean | null;
}

export async function listCampaignRecipients(
  database: Queryable,
  {
    accountId,
    id,
  }: { accountId: string; id: string; type: string; email?: string; bounceType?: string; page: PageRequest },
): Promise<Page<CampaignRecipient>> {
  const { rowCount } = await database.query(
    'SELECT FROM campaigns WHERE id = $1 AND account_id = $2 AND deleted_at IS NULL',
    [id, accountId],
  );
  if (!rowCount) throw notFound('Campaign');
  return { rows: [], hasMore: false };
}
