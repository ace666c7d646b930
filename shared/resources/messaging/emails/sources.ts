// Counts an account's emails by source, with the time at which each source was last sent. The count needs only the
// index on the source; the newest sent email of each source is one index lookup.
import { EMAIL_SOURCES } from '../../../contract/emails/values.ts';
import type { Queryable } from '../../../platform/db/connect.ts';
import type { EmailSource } from './email.ts';

/** One source that has emails. */
export interface SourceRow {
  source: EmailSource;
  count: number;
  /** null: no email of this source was sent yet. */
  last_sent_at: Date | null;
}

/** The sources of an account's emails, by descending count. */
export async function listSources(database: Queryable, accountId: string): Promise<SourceRow[]> {
  const { rows } = await database.query<SourceRow>(
    `SELECT source, counted.count::integer, newest.sent_at AS last_sent_at
     FROM unnest($2::text[]) AS source
     CROSS JOIN LATERAL (
       SELECT count(*) FROM emails WHERE emails.account_id = $1 AND emails.source = source.source
     ) AS counted
     LEFT JOIN LATERAL (
       SELECT sent_at FROM emails
       WHERE emails.account_id = $1 AND emails.source = source.source AND sent_at IS NOT NULL
       ORDER BY id DESC LIMIT 1
     ) AS newest ON true
     WHERE counted.count > 0 ORDER BY counted.count DESC, source`,
    [accountId, [...EMAIL_SOURCES]],
  );
  return rows;
}
