// Reads an email for a share link. The signed link itself is the permission, so no account is checked.
import { DomainError, notFound } from '../../../contract/domain-error.ts';
import type { Queryable } from '../../../platform/db/connect.ts';
import { showPoll } from '../polls/show.ts';
import { renderedFrom, type StoredBody } from './contents/stored-body.ts';
import type { EmailSource } from './email.ts';
import type { ReadContentsDeps } from './find.ts';
import { isNotice } from './notices/notice.ts';

/** The parts of an email that a share link shows. */
export interface SharedEmail {
  id: string;
  accountId: string;
  from: string;
  to: string[];
  subject: string;
  html: string | null;
  text: string | null;
  createdAt: Date;
}

/**
 * Passes if the account has the email and may show it to others.
 * @throws DomainError `not_found`, or `validation_error` for the service's own mail (contents/hidden-contents.ts)
 */
export async function requireShareableEmail(
  database: Queryable,
  accountId: string,
  id: string,
): Promise<void> {
  const { rows } = await database.query<{ source: EmailSource }>({
    name: 'find-email-to-share',
    text: 'SELECT source FROM emails WHERE id = $1 AND account_id = $2',
    values: [id, accountId],
  });
  if (!rows[0]) throw notFound('Email');
  if (!isNotice(rows[0])) return;
  throw new DomainError(
    'validation_error',
    'The service sent this email itself, so it cannot be shared. Only its recipients can read its content.',
  );
}

/** Finds an email; undefined when it no longer exists, or is the service's own. */
export async function findSharedEmail(
  { database, readBody }: ReadContentsDeps,
  id: string,
): Promise<SharedEmail | undefined> {
  const { rows } = await database.query<SharedEmail & StoredBody>(
    `SELECT emails.id, from_address AS from, to_addresses AS to, subject, contents.html, contents.text, contents.poll,
            emails.created_at AS "createdAt", emails.account_id AS "accountId", ${renderedFrom('contents')} AS rendered
     FROM emails LEFT JOIN email_contents AS contents ON contents.id = emails.content_id
     WHERE emails.id = $1 AND source <> 'notice'`,
    [id],
  );
  if (!rows[0]) return undefined;
  const { rendered, accountId, poll: stored, ...email } = rows[0];
  const { poll, ...body } = await readBody({ ...email, poll: stored, rendered, accountId });
  return { ...email, accountId, ...showPoll(body, poll) };
}
