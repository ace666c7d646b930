// STUB until the part about what comes back is merged.
import type { Queryable } from '../../../../platform/db/connect.ts';

const NAMES = [
  ...['recipients', 'left_out', 'pending', 'sent', 'delivered', 'delivery_delayed', 'bounced', 'failed'],
  ...['suppressed', 'complained', 'unsubscribed', 'opened', 'unique_opened', 'clicked', 'unique_clicked'],
  ...['machine_opened', 'machine_clicked', 'delivery_rate', 'bounce_rate', 'complaint_rate', 'open_rate'],
  ...['click_rate', 'unsubscribe_rate'],
];

export type CampaignStats = Readonly<Record<string, number>>;

export async function findCampaignStats(
  _database: Queryable,
  _accountId: string,
  _id: string,
): Promise<CampaignStats> {
  return Object.fromEntries(NAMES.map((name) => [name, 0]));
}
