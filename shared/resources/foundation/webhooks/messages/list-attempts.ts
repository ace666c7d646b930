// Lists the delivery attempts of a message, newest first.
import type { Queryable } from '../../../../platform/db/connect.ts';
import { equals, findPageOf, type List } from '../../../../platform/db/list.ts';
import type { Page, PageRequest } from '../../../../platform/db/page.ts';
import { requireMessage } from './find.ts';
import type { MessageKey } from './message.ts';

/** One attempt. */
export interface AttemptRow {
  id: string;
  /** The status; null: there was no answer. */
  status_code: number | null;
  /** The reason why there was no answer. */
  error: string | null;
  duration_ms: number;
  response_headers: Record<string, string | string[]> | null;
  /** The first 4 KiB of the answer. */
  response_body: string | null;
  created_at: Date;
}

/**
 * Lists a page of a message's attempts.
 * @throws DomainError `not_found`
 */
export async function listAttempts(
  database: Queryable,
  key: MessageKey,
  page: PageRequest,
): Promise<Page<AttemptRow>> {
  await requireMessage(database, key);
  const { id, webhookId, accountId } = key;
  return await findPageOf(database, WEBHOOK_ATTEMPT_LIST, id, page, { webhookId, accountId });
}

export const WEBHOOK_ATTEMPT_LIST: List<AttemptRow, { webhookId: string; accountId: string }> = {
  columns: 'id, message_id, status_code, error, duration_ms, response_headers, response_body, created_at',
  from: 'webhook_attempts',
  within: 'message_id',
  filters: { webhookId: equals('webhook_id'), accountId: equals('account_id') },
};
