// Lists the messages of a webhook, newest first. States that are rare in a long list (failed, pending, attempting) have
// an index; the other filters search a limited number of messages, starting at the cursor, so the cost of a page is
// limited.
import type { Queryable } from '../../../platform/db/connect.ts';
import {
  findPage,
  type ListedRows,
  type Page,
  type PageRequest,
  searchWindow,
} from '../../../platform/db/page.ts';
import { requireWebhook, type WebhookKey } from '../find.ts';
import type { WebhookEventType, WebhookMessageState } from '../webhook.ts';
import type { MessageRow } from './message.ts';

/** Filters of the list. */
export interface MessageFilters {
  status?: WebhookMessageState;
  type?: WebhookEventType;
}

const COLUMNS = 'id, webhook_id, type, state, created_at';

/**
 * The conditions repeat those of the partial indexes: a pending message has a due time, an attempting one is claimed.
 */
const INDEXED_STATES: Readonly<Partial<Record<WebhookMessageState, string>>> = {
  pending: `state = 'pending' AND claimed_by IS NULL AND next_attempt_at IS NOT NULL`,
  attempting: `state = 'attempting' AND claimed_by IS NOT NULL`,
  failed: `state = 'failed'`,
};

/**
 * Lists a page of a webhook's messages.
 * @throws DomainError `not_found`
 */
export async function listMessages(
  database: Queryable,
  key: WebhookKey,
  filters: MessageFilters,
  page: PageRequest,
): Promise<Page<MessageRow>> {
  await requireWebhook(database, key);
  return await findPage<MessageRow>(database, listedMessages(key, filters, page), page);
}

/** The rows of the list, for findPage and for tests that run EXPLAIN. */
export function listedMessages(key: WebhookKey, filters: MessageFilters, page: PageRequest): ListedRows {
  const values: unknown[] = [[key.id], key.accountId];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const indexed = filters.status && INDEXED_STATES[filters.status];
  const where = ['webhook_id = ANY($1::uuid[])', 'account_id = $2', ...(indexed ? [indexed] : [])].join(
    ' AND ',
  );
  const searched = [
    ...(filters.status && !indexed ? [`state = ${parameter(filters.status)}`] : []),
    ...(filters.type ? [`type = ${parameter(filters.type)}`] : []),
  ];
  const listed = {
    select: `SELECT ${COLUMNS} FROM webhook_messages`,
    where,
    values,
    orderedWithin: 'webhook_id',
  };
  if (searched.length === 0) return listed;
  const window = searchWindow({ ...listed, parameter }, page);
  return {
    ...listed,
    select: `SELECT ${COLUMNS} FROM (${window}) AS message`,
    where: searched.join(' AND '),
  };
}
