// Lists the webhooks of an account.
import type { Queryable } from '../../platform/db/connect.ts';
import { findPage, type Page, type PageRequest } from '../../platform/db/page.ts';
import { WEBHOOK_COLUMNS, type WebhookRow } from './webhook.ts';

/** Lists the webhooks of an account, newest first. */
export function listWebhooks(
  database: Queryable,
  accountId: string,
  page: PageRequest,
): Promise<Page<WebhookRow>> {
  return findPage(
    database,
    { select: `SELECT ${WEBHOOK_COLUMNS} FROM webhooks`, where: 'account_id = $1', values: [accountId] },
    page,
  );
}
