// A webhook message: the delivery of one event to one webhook. The API calls it an event of the webhook.
import { ATTEMPT_DELAYS_MS } from '../delivery/retry-schedule.ts';
import type { WebhookEventType, WebhookMessageState } from '../webhook.ts';

/** An item of the list of messages. */
export interface MessageRow {
  id: string;
  type: WebhookEventType;
  state: WebhookMessageState;
  created_at: Date;
  next_attempt_at: Date | null;
  /** The attempts so far have failed, and another follows. */
  retrying: boolean;
  /** The address that the event is about. */
  recipient: string | null;
}

/** The columns of a MessageRow. A replay of an ended message is not tried again, and so has its attempts used up. */
export const MESSAGE_COLUMNS = `
  webhook_messages.id, webhook_messages.type, webhook_messages.state, webhook_messages.created_at,
  webhook_messages.next_attempt_at,
  webhook_messages.state = 'pending' AND webhook_messages.attempts BETWEEN 1 AND ${ATTEMPT_DELAYS_MS.length - 1} AS retrying,
  coalesce(payload::json #>> '{data,to,0}', payload::json #>> '{data,email}') AS recipient`;

/** A message, its webhook and its account. */
export interface MessageKey {
  accountId: string;
  webhookId: string;
  id: string;
}
