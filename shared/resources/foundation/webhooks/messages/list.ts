// Lists the messages of a webhook, newest first. States that are rare in a long list (failed, pending, attempting) have
// an index; the other filters search a limited number of messages, starting at the cursor, so the cost of a page is
// limited.
import type { Queryable } from '../../../../platform/db/connect.ts';
import { equals, findPageOf, type List } from '../../../../platform/db/list.ts';
import type { Page, PageRequest } from '../../../../platform/db/page.ts';
import { requireWebhook, type WebhookKey } from '../find.ts';
import type { WebhookEventType, WebhookMessageState } from '../webhook.ts';
import { MESSAGE_COLUMNS, type MessageRow } from './message.ts';

/** Filters of the list. */
export interface MessageFilters {
  status?: WebhookMessageState;
  type?: WebhookEventType;
}

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
  const { id, accountId } = key;
  return await findPageOf(database, WEBHOOK_MESSAGE_LIST, id, page, { ...filters, accountId });
}

export const WEBHOOK_MESSAGE_LIST: List<
  MessageRow,
  { accountId: string } & Pick<MessageFilters, 'status'>,
  MessageFilters
> = {
  columns: MESSAGE_COLUMNS,
  from: 'webhook_messages',
  within: 'webhook_id',
  filters: { accountId: equals('account_id'), status: (status) => INDEXED_STATES[status] },
  searched: {
    status: (status, parameter) => (INDEXED_STATES[status] ? undefined : `state = ${parameter(status)}`),
    type: equals('type'),
  },
};
