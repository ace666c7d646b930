// Webhook messages are the rows of work of delivering, and their endpoints are what is woken (design rule 12): a queue
// names an endpoint once, however much waits for it. So the moves from waiting to woken are made on the endpoint's row,
// which remembers what the queue was told, and no message is rewritten for it; a message is claimed when it is due.
//
//   pending ──due, endpoint enabled and not resting: claim──► attempting ──2xx──► success
//      ▲                                                        │   └─ attempts used up ─► failed
//      └─────────── other answers, no answer: wait ─────────────┘
//      └─────────── worker died, claim abandoned ───────────────┘

import type { Queryable } from '../../../platform/db/connect.ts';
import { createWorkTable, type WorkTable } from '../../../platform/work/work-table.ts';

const messages = createWorkTable({
  table: 'webhook_messages',
  key: 'id',
  keyType: 'uuid',
  onReclaim: `state = 'pending'`,
  // Due anew, so that the tick tells of it.
  waitAfterDeath: `interval '0'`,
  wakesRows: false,
  held: {
    when: `NOT EXISTS (
      SELECT FROM webhooks WHERE webhooks.id = webhook_messages.webhook_id
        AND webhooks.status = 'enabled' AND (webhooks.rest_until IS NULL OR webhooks.rest_until <= $1))`,
    why: `coalesce((
      SELECT CASE webhooks.status
        WHEN 'disabled' THEN 'Its webhook is disabled' || coalesce(': ' || webhooks.disabled_reason, '.')
        ELSE 'Its endpoint rests after ' || webhooks.failures || ' failures in a row until ' || webhooks.rest_until || '.'
      END FROM webhooks WHERE webhooks.id = webhook_messages.webhook_id),
      'Its webhook was deleted; an hourly task ends it.')`,
  },
  lastAnswer: `(
    SELECT coalesce(error, 'HTTP ' || status_code) FROM webhook_attempts
    WHERE message_id = webhook_messages.id ORDER BY webhook_attempts.id DESC LIMIT 1)`,
  about: `jsonb_build_object('webhook_id', webhook_id, 'account_id', account_id, 'type', type)`,
});

/** Messages that the tick looks at, those that became due last; the sweeper finds the endpoints of more. */
const TICK_MESSAGES_MAX = 2_000;
/** Due for so long without being claimed, a message may have been forgotten. */
const FORGOTTEN_AFTER_MS = 5_000;

/**
 * Endpoints for which something has become due since they were told of last, and those whose rest is over.
 * A message whose wake-up came with its event is among them only while nobody has claimed it.
 */
const MARK_DUE = `
  WITH due AS (
    SELECT DISTINCT message.webhook_id
    FROM (
      SELECT webhook_id, next_attempt_at FROM webhook_messages
      WHERE claimed_by IS NULL AND woken_at IS NULL AND next_attempt_at <= $1
      ORDER BY next_attempt_at DESC LIMIT ${TICK_MESSAGES_MAX}) AS message
    JOIN webhooks ON webhooks.id = message.webhook_id
    WHERE message.next_attempt_at > coalesce(webhooks.woken_until, '-infinity') AND webhooks.rest_until IS NULL
  )
  UPDATE webhooks SET woken_until = $1, woken_at = clock_timestamp(),
    rest_until = CASE WHEN rest_until > $1 THEN rest_until END
  WHERE id = ANY(ARRAY(
    SELECT id FROM webhooks
    WHERE id = ANY(ARRAY(SELECT webhook_id FROM due UNION SELECT id FROM webhooks WHERE rest_until <= $1))
      AND status = 'enabled'
    ORDER BY id LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED))
  RETURNING id`;

/**
 * Endpoints that have something due for which nobody was woken lately. The index is read endpoint by endpoint, at the
 * message that is due longest, so that a backlog of any size costs one step.
 */
const MARK_FORGOTTEN = `
  WITH RECURSIVE endpoint AS (
    (SELECT webhook_id, next_attempt_at FROM webhook_messages
     WHERE claimed_by IS NULL AND next_attempt_at IS NOT NULL
     ORDER BY webhook_id, next_attempt_at LIMIT 1)
    UNION ALL
    SELECT following.webhook_id, following.next_attempt_at FROM endpoint, LATERAL (
      SELECT webhook_id, next_attempt_at FROM webhook_messages
      WHERE claimed_by IS NULL AND next_attempt_at IS NOT NULL AND webhook_id > endpoint.webhook_id
      ORDER BY webhook_id, next_attempt_at LIMIT 1) AS following
  )
  UPDATE webhooks SET woken_at = clock_timestamp()
  WHERE id = ANY(ARRAY(
    SELECT id FROM webhooks
    WHERE id = ANY(ARRAY(
        SELECT webhook_id FROM endpoint
        WHERE next_attempt_at <= $3::timestamptz - ${FORGOTTEN_AFTER_MS} * interval '1 millisecond'))
      AND status = 'enabled' AND (rest_until IS NULL OR rest_until <= $3) AND (woken_at IS NULL OR woken_at < $1)
    ORDER BY id LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED))
  RETURNING id`;

/** The table for tick and sweeper: what it marks are endpoints, what it frees are messages. */
export const webhookMessagesTable: WorkTable = {
  ...messages,
  markDue: (database, now, limit) => mark(database, 'mark-due-endpoints', MARK_DUE, [now, limit]),
  markForgotten: (database, wokenBefore, limit, now) =>
    mark(database, 'mark-forgotten-endpoints', MARK_FORGOTTEN, [wokenBefore, limit, now]),
};

async function mark(database: Queryable, name: string, text: string, values: unknown[]): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>({ name, text, values });
  return rows.map(({ id }) => id);
}
