// Reads one email with its contents and its events, for its account.
import { notFound } from '../../contract/domain-error.ts';
import type { Queryable } from '../../platform/db/connect.ts';
import type { EmailEventType } from './events/event.ts';
import type { EmailRow } from './list.ts';

/** An email with its contents and its events. */
export interface FullEmailRow extends EmailRow {
  html: string | null;
  text: string | null;
  headers: Record<string, string> | null;
  events: { type: EmailEventType; created_at: string; recipient: string }[];
}

/**
 * Reads an email of an account.
 * @throws DomainError `not_found` when there is none, or it belongs to another account
 */
export async function requireEmail(
  database: Queryable,
  accountId: string,
  id: string,
): Promise<FullEmailRow> {
  const { rows } = await database.query<FullEmailRow>({
    name: 'find-email',
    text: `SELECT emails.*, contents.html, contents.text,
             (SELECT coalesce(json_agg(json_build_object('type', type, 'created_at', created_at, 'recipient', recipient)
                              ORDER BY id), '[]')
              FROM email_events WHERE email_id = emails.id) AS events
           FROM emails LEFT JOIN email_contents AS contents ON contents.id = emails.content_id
           WHERE emails.id = $1 AND emails.account_id = $2`,
    values: [id, accountId],
  });
  if (!rows[0]) throw notFound('Email');
  return rows[0];
}
