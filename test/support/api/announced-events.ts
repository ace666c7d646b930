// Reads what webhooks would be announced: a webhook of the account, and the payloads of its messages.
import type { Pool } from 'pg';
import { createWebhook } from '../factories/factories.ts';

/** What a webhook was announced. */
export interface Announcement {
  type: string;
  data: Record<string, unknown>;
}

/**
 * Creates a webhook of an account.
 * @param events such as `['topic.*']`
 * @returns a reader of its events, the oldest first
 */
export async function listenForEvents(
  pool: Pool,
  accountId: string,
  events: string[],
): Promise<() => Promise<Announcement[]>> {
  const { id } = await createWebhook(pool, accountId, { events });
  return async () => {
    const { rows } = await pool.query<{ payload: string }>(
      'SELECT payload FROM webhook_messages WHERE webhook_id = $1 ORDER BY id',
      [id],
    );
    return rows.map(({ payload }) => {
      const { type, data } = JSON.parse(payload);
      return { type, data };
    });
  };
}
