// Ends orphaned messages, whose webhook was deleted: pending → failed. They would never be claimed anyway; ending them
// removes them from the indexes of due messages.
import type { Queryable } from '../../../../platform/db/connect.ts';

const ORPHANS_MAX = 10_000;

/** Reads the index webhook by webhook, as the sweeper does (work.ts). */
const END_ORPHANS = `
  WITH RECURSIVE endpoint AS (
    (SELECT webhook_id FROM webhook_messages
     WHERE claimed_by IS NULL AND next_attempt_at IS NOT NULL
     ORDER BY webhook_id, next_attempt_at LIMIT 1)
    UNION ALL
    SELECT following.webhook_id FROM endpoint, LATERAL (
      SELECT webhook_id FROM webhook_messages
      WHERE claimed_by IS NULL AND next_attempt_at IS NOT NULL AND webhook_id > endpoint.webhook_id
      ORDER BY webhook_id, next_attempt_at LIMIT 1) AS following
  )
  UPDATE webhook_messages SET state = 'failed', next_attempt_at = NULL, woken_at = NULL
  WHERE id = ANY(ARRAY(
    SELECT id FROM webhook_messages
    WHERE webhook_id = ANY(ARRAY(
        SELECT webhook_id FROM endpoint
        WHERE NOT EXISTS (SELECT FROM webhooks WHERE webhooks.id = endpoint.webhook_id)))
      AND claimed_by IS NULL AND next_attempt_at IS NOT NULL
    ORDER BY id LIMIT $1 FOR NO KEY UPDATE SKIP LOCKED))`;

/**
 * Ends all orphaned messages, a limited number per statement.
 * @returns how many were ended
 */
export async function endOrphanedMessages(database: Queryable): Promise<number> {
  let ended = 0;
  for (;;) {
    const { rowCount } = await database.query({
      name: 'end-orphaned-webhook-messages',
      text: END_ORPHANS,
      values: [ORPHANS_MAX],
    });
    ended += rowCount ?? 0;
    if ((rowCount ?? 0) < ORPHANS_MAX) return ended;
  }
}
