// What is shown of a message: one event on its way to one webhook.
import type { WebhookEventType, WebhookMessageState } from '../webhook.ts';

/** An item of a list of messages. */
export interface MessageRow {
  id: string;
  type: WebhookEventType;
  state: WebhookMessageState;
  created_at: Date;
}

/** Which message of which webhook of an account. */
export interface MessageKey {
  accountId: string;
  webhookId: string;
  id: string;
}
