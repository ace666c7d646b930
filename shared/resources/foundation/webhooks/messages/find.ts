// Reads one message with its payload, for the webhook's account.

import { notFound } from '../../../../contract/domain-error.ts';
import type { Queryable } from '../../../../platform/db/connect.ts';
import { MESSAGE_COLUMNS, type MessageKey, type MessageRow } from './message.ts';

/** A message with its payload. */
export interface FullMessageRow extends MessageRow {
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
    text: `SELECT ${MESSAGE_COLUMNS}, payload FROM webhook_messages
           JOIN webhooks ON webhooks.id = webhook_id AND webhooks.account_id = webhook_messages.account_id
           WHERE webhook_messages.id = $1 AND webhook_id = $2 AND webhook_messages.account_id = $3`,
    values: [id, webhookId, accountId],
  });
  if (!rows[0]) throw notFound('Webhook event');
  return rows[0];
}
