// What a webhook is: an endpoint of an account that is told of events by signed requests (decisions.md §9).
import type {
  WEBHOOK_EVENT_GROUPS,
  WEBHOOK_EVENT_TYPES,
  WEBHOOK_MESSAGE_ENDS,
  WEBHOOK_MESSAGE_STATES,
  WEBHOOK_STATUSES,
} from '../../contract/webhooks/values.ts';

/** Name of an event. */
export type WebhookEventType = (typeof WEBHOOK_EVENT_TYPES)[number];

/** What a webhook may ask for: an event, or all of a kind. */
export type WebhookSubscription = WebhookEventType | (typeof WEBHOOK_EVENT_GROUPS)[number];

/** Is it delivered to? */
export type WebhookStatus = (typeof WEBHOOK_STATUSES)[number];

/** How far the delivery of one event is. */
export type WebhookMessageState = (typeof WEBHOOK_MESSAGE_STATES)[number];

/** How it ended. */
export type WebhookMessageEnd = (typeof WEBHOOK_MESSAGE_ENDS)[number];

/** What is shown of a webhook. Its secret is in no row that is read for showing. */
export interface WebhookRow {
  id: string;
  endpoint_url: string;
  events: WebhookSubscription[];
  status: WebhookStatus;
  /** Why the service disabled it; null when it is enabled, or its account disabled it. */
  disabled_reason: string | null;
  created_at: Date;
  updated_at: Date;
}

/** The columns of a WebhookRow. */
export const WEBHOOK_COLUMNS = 'id, endpoint_url, events, status, disabled_reason, created_at, updated_at';
