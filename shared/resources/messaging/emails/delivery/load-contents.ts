// Loads the large contents of an email alone, when its message is made: the contents of a job's hundred emails together
// could take a gigabyte. Smaller contents are loaded with the email (load-mail.ts).
import type { Database } from '../../../../platform/db/connect.ts';
import type { LoadedEmail } from './loaded-email.ts';

/** Emails with larger html and text are loaded without them. */
export const LARGE_CONTENT_BYTES = 256 * 1024;

/** Loads large contents. */
export async function loadContents(
  database: Database,
  contentId: string,
): Promise<Pick<LoadedEmail, 'html' | 'text'>> {
  const { rows } = await database.query<Pick<LoadedEmail, 'html' | 'text'>>({
    name: 'load-contents',
    text: 'SELECT html, text FROM email_contents WHERE id = $1',
    values: [contentId],
  });
  return rows[0] ?? { html: null, text: null };
}
