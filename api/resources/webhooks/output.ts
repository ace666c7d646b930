// JSON forms of webhooks, their events and attempts (docs/reference/webhooks.md#the-webhook-record). Only the two
// functions that receive a signing secret return one.

import {
  type DeliveryCounts,
  NOTHING_COUNTED,
} from '../../../shared/resources/foundation/webhooks/delivery/counters.ts';
import type { FullMessageRow } from '../../../shared/resources/foundation/webhooks/messages/find.ts';
import type { AttemptRow } from '../../../shared/resources/foundation/webhooks/messages/list-attempts.ts';
import type { MessageRow } from '../../../shared/resources/foundation/webhooks/messages/message.ts';
import type { ReplayProgress } from '../../../shared/resources/foundation/webhooks/replays/find.ts';
import type { Replay } from '../../../shared/resources/foundation/webhooks/replays/start.ts';
import type { TestResult } from '../../../shared/resources/foundation/webhooks/send-test.ts';
import type { WebhookRow } from '../../../shared/resources/foundation/webhooks/webhook.ts';

/** An item of GET /webhooks. The URL is shown under both names of its field. */
export function toWebhookItem(row: WebhookRow, counts: DeliveryCounts = NOTHING_COUNTED) {
  return {
    id: row.id,
    endpoint_url: row.endpoint_url,
    endpoint: row.endpoint_url,
    events: row.events,
    status: row.status,
    disabled_reason: row.disabled_reason,
    health: {
      last_success_at: counts.lastSuccessAt?.toISOString() ?? null,
      failing_since: row.failing_since?.toISOString() ?? null,
      // A worker of the release before does not reset these two when an attempt succeeds.
      failing_status: row.failing_since && row.failing_status,
      delivered_24h: counts.delivered,
      failed_24h: counts.failed,
      hours: counts.hours.map(({ startsAt, delivered, failed }) => ({
        starts_at: startsAt.toISOString(),
        delivered,
        failed,
      })),
      last_failed_event_id: row.failing_since && row.last_failed_message_id,
    },
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** The answer of GET and PATCH /webhooks/:id. */
export function toWebhook(row: WebhookRow, counts?: DeliveryCounts) {
  return { object: 'webhook', ...toWebhookItem(row, counts) };
}

/** The answer of POST /webhooks. */
export function toCreatedWebhook({ webhook, secret }: { webhook: WebhookRow; secret: string }) {
  return { ...toWebhook(webhook), signing_secret: secret };
}

/** The answer of POST /webhooks/:id/rotate. */
export function toWebhookSecret(id: string, secret: string) {
  return { object: 'webhook', id, signing_secret: secret };
}

/** The answer of POST /webhooks/:id/test. */
export function toWebhookTest({ delivered, statusCode, durationMs, response }: TestResult) {
  return {
    object: 'webhook_test',
    delivered,
    status_code: statusCode,
    duration_ms: durationMs,
    response,
  };
}

/** The answer of POST /webhooks/:id/replay. A dry run has no id. */
export function toWebhookReplay({ id, webhookId, since, status, total }: Replay) {
  return {
    object: 'webhook_replay',
    id,
    webhook_id: webhookId,
    since: since.toISOString(),
    status,
    total,
    dry_run: id === null,
  };
}

/** The answer of GET /webhooks/:id/replays/:replayId. */
export function toReplayProgress({ createdAt, endedAt, webhookId, since, ...progress }: ReplayProgress) {
  return {
    object: 'webhook_replay',
    id: progress.id,
    webhook_id: webhookId,
    since: since.toISOString(),
    status: progress.status,
    total: progress.total,
    waiting: progress.waiting,
    delivered: progress.delivered,
    failed: progress.failed,
    created_at: createdAt.toISOString(),
    ended_at: endedAt?.toISOString() ?? null,
  };
}

/** An item of GET /webhooks/:id/events. */
export function toWebhookEventItem({ id, type, created_at, state, ...row }: MessageRow) {
  return {
    id,
    type,
    created_at: created_at.toISOString(),
    status: state,
    retrying: row.retrying,
    next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
    recipient: row.recipient,
  };
}

/** The answer of GET /webhooks/:id/events/:eventId. */
export function toWebhookEvent(row: FullMessageRow) {
  return {
    object: 'webhook_event',
    ...toWebhookEventItem(row),
    payload: JSON.parse(row.payload),
  };
}

/** An item of GET /webhooks/:id/events/:eventId/attempts. The row has the time at which the attempt ended. */
export function toWebhookAttempt(row: AttemptRow) {
  return {
    id: row.id,
    http_status_code: row.status_code,
    response: row.response_body,
    response_headers: row.response_headers ?? {},
    error: row.error,
    duration_ms: row.duration_ms,
    sent_at: new Date(row.created_at.getTime() - row.duration_ms).toISOString(),
  };
}
