// Pauses a campaign for a reason that its release has met, under the claim of the worker. It continues when it is
// resumed, or at the time when there is quota or capacity again.
import type { Database } from '../../../../platform/db/connect.ts';
import { transaction } from '../../../../platform/db/transaction.ts';
import type { QueueProducer } from '../../../../platform/queues/connect.ts';
import type { Claim } from '../../../../platform/work/work-table.ts';
import type { PausedReason } from '../campaign.ts';
import { announceCampaign } from '../dispatch/announce.ts';

/** A campaign whose mail is released, and why it is paused. */
export interface ClaimedPause {
  claim: Claim;
  accountId: string;
  reason: PausedReason;
  /** When it continues; null: when it is resumed. */
  until: Date | null;
  /** More than the reason says, for its owner. */
  why?: string;
}

const PAUSE = `
  UPDATE campaigns
  SET status = 'paused', paused_from = status, paused_reason = $3, failed_reason = $6, next_attempt_at = $4, attempts = 0, updated_at = $5,
      claimed_by = NULL, claim_token = NULL, woken_at = NULL
  WHERE id = $1 AND claim_token = $2 AND status IN ('testing', 'sending') AND deleted_at IS NULL RETURNING name`;

/** Pauses the campaign, unless the claim was lost. */
export async function pauseClaimed(
  { database, queues }: { database: Database; queues: QueueProducer },
  { claim, accountId, reason, until, why }: ClaimedPause,
  now: Date,
): Promise<void> {
  await transaction(database, async (client) => {
    const { rows } = await client.query<{ name: string }>({
      name: 'pause-claimed-campaign',
      text: PAUSE,
      values: [claim.id, claim.token, reason, until, now, why ?? null],
    });
    if (!rows[0]) return;
    const paused = {
      id: claim.id,
      accountId,
      name: rows[0].name,
      status: 'paused',
      pausedReason: reason,
    } as const;
    await announceCampaign(client, queues, paused, now);
  });
}
