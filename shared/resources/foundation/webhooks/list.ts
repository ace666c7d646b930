// The list of the webhooks of an account.
import type { List } from '../../../platform/db/list.ts';
import { WEBHOOK_COLUMNS, type WebhookRow } from './webhook.ts';

export const WEBHOOK_LIST: List<WebhookRow> = {
  columns: WEBHOOK_COLUMNS,
  from: 'webhooks',
  within: 'account_id',
};
