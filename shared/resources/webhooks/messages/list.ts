// The messages of a webhook, newest first. What is rare in a long list (failed, waiting, on its way) has an index; the
// other filters look at a bounded number of messages from the cursor on, so a page never reads all there are.
import type { Queryable } from '../../../platform/db/connect.ts';
import {
  directionOf,
  findPage,
  type ListedRows,
  type Page,
  type PageRequest,
} from '../../../platform/db/page.ts';
import { requireWebhook, type WebhookKey } from '../find.ts';
import type { WebhookEventType, WebhookMessageState } from '../webhook.ts';
import type { MessageRow } from './message.ts';

/** Which messages are asked for. */
export interface MessageFilters {
  status?: WebhookMessageState;
  type?: WebhookEventType;
}

/** Messages from the cursor on that the filters without an index look at: about 0.1 s of work when none matches. */
export const FILTER_WINDOW = 50_000;

const COLUMNS = 'id, webhook_id, type, state, created_at';

/** Said as their indexes say it: a message that waits is due some time, one that is on its way is claimed. */
const INDEXED_STATES: Readonly<Partial<Record<WebhookMessageState, string>>> = {
  pending: `state = 'pending' AND claimed_by IS NULL AND next_attempt_at IS NOT NULL`,
  attempting: `state = 'attempting' AND claimed_by IS NOT NULL`,
  failed: `state = 'failed'`,
};

/** Lists a page of a webhook's messages. @throws DomainError `not_found` */
export async function listMessages(
  database: Queryable,
  key: WebhookKey,
  filters: MessageFilters,
  page: PageRequest,
): Promise<Page<MessageRow>> {
  await requireWebhook(database, key);
  return await findPage<MessageRow>(database, listedMessages(key, filters, page), page);
}

/** The rows behind a list, for findPage and for EXPLAIN. */
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
  const table = searched.length > 0 ? `(${windowOf(where, page, parameter)}) AS message` : 'webhook_messages';
  return {
    select: `SELECT ${COLUMNS} FROM ${table}`,
    where: searched.length > 0 ? searched.join(' AND ') : where,
    values,
    orderedWithin: 'webhook_id',
  };
}

/** The messages nearest to the cursor. */
function windowOf(where: string, page: PageRequest, parameter: (value: unknown) => string): string {
  const { cursor, comparison, order } = directionOf(page);
  const beyondCursor = cursor === undefined ? '' : `AND id ${comparison} ${parameter(cursor)}`;
  return `SELECT ${COLUMNS} FROM webhook_messages WHERE ${where} ${beyondCursor}
          ORDER BY webhook_id ${order}, id ${order} LIMIT ${FILTER_WINDOW}`;
}
