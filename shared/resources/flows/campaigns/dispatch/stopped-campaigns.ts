// Finds stopped campaigns: paused by their owner or for a fault, or canceled and not yet ended. One that waits for a
// quota or a capacity is not: its released mail is charged already. Workers that send ask it every two seconds
// (workers/send/pause-gate.ts).
import type { Queryable } from '../../../../platform/db/connect.ts';

/** How a campaign is stopped. */
export type CampaignStop = 'paused' | 'canceled';

/** Finds the stopped campaigns of all accounts. @returns by id */
export async function findStoppedCampaigns(database: Queryable): Promise<Map<string, CampaignStop>> {
  const { rows } = await database.query<{ id: string; status: CampaignStop }>({
    name: 'find-stopped-campaigns',
    text: `SELECT id, status FROM campaigns
           WHERE (status = 'paused' AND next_attempt_at IS NULL)
              OR (status = 'canceled' AND next_attempt_at IS NOT NULL)`,
  });
  return new Map(rows.map(({ id, status }) => [id, status]));
}
