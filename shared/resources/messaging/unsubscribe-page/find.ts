// Reads the settings of an account's unsubscribe pages.
import type { Queryable } from '../../../platform/db/connect.ts';
import { NO_PAGE_SETTINGS, type UnsubscribePage } from './unsubscribe-page.ts';

const FIND = `
  SELECT title, description, confirmation, logo_url AS "logoUrl", background_color AS "backgroundColor",
         text_color AS "textColor", accent_color AS "accentColor", sender_name AS "senderName",
         postal_address AS "postalAddress", updated_at AS "updatedAt"
  FROM unsubscribe_page_settings WHERE account_id = $1`;

/** The settings of an account; all are null if it has none. */
export async function findUnsubscribePage(database: Queryable, accountId: string): Promise<UnsubscribePage> {
  const { rows } = await database.query<UnsubscribePage>({
    name: 'find-unsubscribe-page',
    text: FIND,
    values: [accountId],
  });
  return rows[0] ?? NO_PAGE_SETTINGS;
}
