// Links to reset a password, for tests that use them without mail.
import type { Pool } from 'pg';
import type { Clock } from '../../../shared/platform/time/clock.ts';
import { createShownLink } from '../../../shared/resources/people/one-time-links/create.ts';
import type { LinkPurpose } from '../../../shared/resources/people/one-time-links/link.ts';
import { factoryIds } from '../../support/factories/factory-ids.ts';

/** Inserts a link whose mail has arrived, or one that an operator has seen. @returns its token */
export async function createLink(
  { pool, clock }: { pool: Pool; clock: Pick<Clock, 'now'> },
  email: string,
  { purpose = 'password_reset', isMailed = true }: { purpose?: LinkPurpose; isMailed?: boolean } = {},
): Promise<string> {
  const token = await createShownLink(pool, factoryIds, { purpose, email, now: clock.now() });
  if (isMailed) await pool.query('UPDATE one_time_links SET is_mailed = true WHERE email = $1', [email]);
  return token;
}

/** Tokens of the reset links that were mailed to an address. */
export async function mailedTokens(pool: Pool, email: string): Promise<string[]> {
  const { rows } = await pool.query<{ text: string }>(
    `SELECT text FROM emails JOIN email_contents ON email_contents.id = content_id
     WHERE to_addresses @> ARRAY[$1] AND text LIKE '%/app/reset?%' ORDER BY emails.id`,
    [email],
  );
  return rows.map(({ text }) => /\/app\/reset\?token=([\w-]+)/.exec(text)?.[1] ?? '');
}
