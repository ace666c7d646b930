// What a shared link shows of an email. The link itself says that it may be seen, so no account is asked for.
import type { Queryable } from '../../platform/db/connect.ts';

/** An email as its reader sees it. */
export interface SharedEmail {
  from: string;
  to: string[];
  subject: string;
  html: string | null;
  text: string | null;
  createdAt: Date;
}

/** Finds an email; undefined when it is gone. */
export async function findSharedEmail(database: Queryable, id: string): Promise<SharedEmail | undefined> {
  const { rows } = await database.query<SharedEmail>(
    `SELECT from_address AS from, to_addresses AS to, subject, contents.html, contents.text,
            emails.created_at AS "createdAt"
     FROM emails LEFT JOIN email_contents AS contents ON contents.id = emails.content_id
     WHERE emails.id = $1`,
    [id],
  );
  return rows[0];
}
