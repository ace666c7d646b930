// A webhook message: the delivery of one event to one webhook. The API calls it an event of the webhook.
import type { WebhookEventType, WebhookMessageState } from '../webhook.ts';

/** An item of the list of messages. */
export interface MessageRow {
  id: string;
  type: WebhookEventType;
  state: WebhookMessageState;
  created_at: Date;
}

/** A message, its webhook and its account. */
export interface MessageKey {
  accountId: string;
  webhookId: string;
  id: string;
}
