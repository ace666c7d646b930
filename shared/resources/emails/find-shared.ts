// Reads an email for a share link. The signed link itself is the permission, so no account is checked.
import type { Queryable } from '../../platform/db/connect.ts';

/** The parts of an email that a share link shows. */
export interface SharedEmail {
  from: string;
  to: string[];
  subject: string;
  html: string | null;
  text: string | null;
  createdAt: Date;
}

/** Finds an email; undefined when it no longer exists. */
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
