// What tests of invitations read: the stored ones, the links, and the mails.
import type { Pool } from 'pg';

/** The invitations of an account, oldest first. */
export async function invitationsOf(pool: Pool, accountId: string) {
  const { rows } = await pool.query<{ email: string; role: string }>(
    'SELECT email, role FROM invitations WHERE account_id = $1 ORDER BY id',
    [accountId],
  );
  return rows;
}

/** The token of a link. */
export function tokenOfUrl(url: unknown): string {
  return new URL(String(url)).searchParams.get('token') ?? '';
}

/** The invitations that were mailed to an address, with the tokens of their links. */
export async function mailedInvitations(pool: Pool, email: string) {
  const { rows } = await pool.query<{ source: string; text: string }>(
    `SELECT source, text FROM emails JOIN email_contents ON email_contents.id = content_id
     WHERE to_addresses @> ARRAY[$1] ORDER BY emails.id`,
    [email],
  );
  return rows.map(({ source, text }) => ({
    source,
    token: /\/app\/accept\?token=([\w-]+)/.exec(text)?.[1],
  }));
}
