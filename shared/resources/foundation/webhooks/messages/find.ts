// Reads one message with its payload, for the webhook's account.

import { notFound } from '../../../../contract/domain-error.ts';
import type { Queryable } from '../../../../platform/db/connect.ts';
import type { MessageKey, MessageRow } from './message.ts';

/** A message with its payload. */
export interface FullMessageRow extends MessageRow {
  next_attempt_at: Date | null;
  /** The exact text that is posted. */
  payload: string;
}

/**
 * Reads a message. Messages of a deleted webhook are not found.
 * @throws DomainError `not_found`
 */
export async function requireMessage(
  database: Queryable,
  { accountId, webhookId, id }: MessageKey,
): Promise<FullMessageRow> {
  const { rows } = await database.query<FullMessageRow>({
    name: 'find-webhook-message',
    text: `SELECT message.id, message.type, message.state, message.created_at, message.next_attempt_at,
                  message.payload
           FROM webhook_messages AS message
           JOIN webhooks ON webhooks.id = message.webhook_id AND webhooks.account_id = message.account_id
           WHERE message.id = $1 AND message.webhook_id = $2 AND message.account_id = $3`,
    values: [id, webhookId, accountId],
  });
  if (!rows[0]) throw notFound('Webhook event');
  return rows[0];
}
