// The types of a webhook: an endpoint of an account that receives events as signed HTTP requests
// (docs/reference/webhooks.md).
import type {
  WEBHOOK_EVENT_GROUPS,
  WEBHOOK_EVENT_TYPES,
  WEBHOOK_MESSAGE_STATES,
  WEBHOOK_REPLAY_STATUSES,
  WEBHOOK_STATUSES,
} from '../../../contract/webhooks/values.ts';

/** Type of an event. */
export type WebhookEventType = (typeof WEBHOOK_EVENT_TYPES)[number];

/** The subscription of a webhook: one event type, or a group of them. */
export type WebhookSubscription = WebhookEventType | (typeof WEBHOOK_EVENT_GROUPS)[number];

/** Whether events are delivered to the webhook. */
export type WebhookStatus = (typeof WEBHOOK_STATUSES)[number];

/** The state of the delivery of one event. */
export type WebhookMessageState = (typeof WEBHOOK_MESSAGE_STATES)[number];

/** The events of a replay. */
export type WebhookReplayStatus = (typeof WEBHOOK_REPLAY_STATUSES)[number];

/** The columns of a webhook that the API shows. The secret is never among them. */
export interface WebhookRow {
  id: string;
  endpoint_url: string;
  events: WebhookSubscription[];
  status: WebhookStatus;
  /** Why the service disabled the webhook; null if it is enabled, or was disabled by its account. */
  disabled_reason: string | null;
  /** The first failed attempt since the last success. */
  failing_since: Date | null;
  /** The status that answered every attempt since then. */
  failing_status: number | null;
  /** The message whose attempt has failed last since then. */
  last_failed_message_id: string | null;
  created_at: Date;
  updated_at: Date;
}

/** The columns of a WebhookRow. */
export const WEBHOOK_COLUMNS = `
  id, endpoint_url, events, status, disabled_reason, failing_since, failing_status, last_failed_message_id,
  created_at, updated_at`;
