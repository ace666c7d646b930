// Webhook delivery: each message is a row of work. Wake-ups name the endpoint, not the message, so a
// queue has one entry per endpoint regardless of the number of waiting messages
// (docs/architecture/webhooks.md#wake-ups-name-an-endpoint). The endpoint's row therefore records when it was woken,
// and messages are not updated for a wake-up; a message can be claimed as soon as it is due.
//
//   pending ──due, endpoint enabled and not resting: claim──► attempting ──2xx──► success
//      ▲                                                        │   └─ attempts used up ─► failed
//      └─────────── other answers, no answer: wait ─────────────┘
//      └─────────── worker died, claim abandoned ───────────────┘

import type { Queryable } from '../../../../platform/db/connect.ts';
import { defineWork } from '../../../../platform/work/define-work.ts';
import { isNotSuspendedSql } from '../../../../platform/work/suspensions/suspended.ts';

/** Messages that a tick reads, the most recently due first; the sweeper finds the endpoints of any others. */
const TICK_MESSAGES_MAX = 2_000;
/** A message that is due for longer than this, and unclaimed, may have lost its wake-up. */
const FORGOTTEN_AFTER_MS = 5_000;

/**
 * Finds endpoints that have a message which became due after their last wake-up, and endpoints whose rest is over. A
 * message that was woken together with its event is included only while it is unclaimed.
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
      AND status = 'enabled' AND ${isNotSuspendedSql('webhooks.account_id')}
    ORDER BY id LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED))
  RETURNING id`;

/**
 * Finds endpoints that have due messages but no recent wake-up. The index is read endpoint by endpoint, only at the
 * message that is due longest, so that a backlog of any size costs one step.
 */
const MARK_LOST_WAKE_UPS = `
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
      AND status = 'enabled' AND ${isNotSuspendedSql('webhooks.account_id')} AND (rest_until IS NULL OR rest_until <= $3) AND (woken_at IS NULL OR woken_at < $1)
    ORDER BY id LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED))
  RETURNING id`;

export const webhookWork = defineWork(
  {
    group: 'webhook',
    queue: 'webhook',
    job: 'deliver-webhooks',
    concurrency: 4,
    table: 'webhook_messages',
    onReclaim: `state = 'pending'`,
    // Due again at once, so that the tick wakes the endpoint.
    waitAfterDeath: `interval '0'`,
    wakesRows: false,
    held: {
      // Null where the webhook was deleted: an hourly task ends such messages, and no operator has to.
      when: `(
        SELECT webhooks.status <> 'enabled' OR coalesce(webhooks.rest_until > $1, false)
        FROM webhooks WHERE webhooks.id = webhook_messages.webhook_id)`,
      why: `(
        SELECT CASE webhooks.status
          WHEN 'disabled' THEN 'Its webhook is disabled' || coalesce(': ' || webhooks.disabled_reason, '.')
          ELSE 'Its endpoint rests after ' || webhooks.failures || ' failures in a row until ' || webhooks.rest_until || '.'
        END FROM webhooks WHERE webhooks.id = webhook_messages.webhook_id)`,
    },
    lastAnswer: `(
      SELECT coalesce(error, 'HTTP ' || status_code) FROM webhook_attempts
      WHERE message_id = webhook_messages.id ORDER BY webhook_attempts.id DESC LIMIT 1)`,
    about: `jsonb_build_object('webhook_id', webhook_id, 'account_id', account_id, 'type', type)`,
  },
  // Tick and sweeper mark endpoints as woken, and free messages.
  (messages) => ({
    ...messages,
    markDue: (database, now, limit) => mark(database, 'mark-due-endpoints', MARK_DUE, [now, limit]),
    markLostWakeUps: (database, wokenBefore, limit, now) =>
      mark(database, 'mark-lost-endpoint-wake-ups', MARK_LOST_WAKE_UPS, [wokenBefore, limit, now]),
  }),
);

async function mark(database: Queryable, name: string, text: string, values: unknown[]): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>({ name, text, values });
  return rows.map(({ id }) => id);
}
