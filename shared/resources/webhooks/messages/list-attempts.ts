// Lists the delivery attempts of a message, newest first.
import type { Queryable } from '../../../platform/db/connect.ts';
import { findPage, type ListedRows, type Page, type PageRequest } from '../../../platform/db/page.ts';
import { requireMessage } from './find.ts';
import type { MessageKey } from './message.ts';

/** One attempt. */
export interface AttemptRow {
  id: string;
  /** Null: there was no answer. */
  status_code: number | null;
  /** Why there was no answer. */
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
  return await findPage<AttemptRow>(database, listedAttempts(key), page);
}

/** The rows of the list, for findPage and for tests that run EXPLAIN. */
export function listedAttempts({ accountId, webhookId, id }: MessageKey): ListedRows {
  return {
    select: `SELECT id, message_id, status_code, error, duration_ms, response_headers, response_body, created_at
             FROM webhook_attempts`,
    where: 'message_id = ANY($1::uuid[]) AND webhook_id = $2 AND account_id = $3',
    values: [[id], webhookId, accountId],
    orderedWithin: 'message_id',
  };
}
