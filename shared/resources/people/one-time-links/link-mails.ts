// The companion of the mail of a one-time link: it stores the hash of the mail's token, in the transaction that stores
// the email. When another process was first, or the link no longer exists, no email is stored.
import type { Transaction } from '../../../platform/db/transaction.ts';
import type { CompanionKind } from '../../messaging/emails/accept/companion.ts';

/** A link and the token of its mail. */
export interface LinkMail {
  id: string;
  tokenHash: Buffer;
  emailId: string;
}

/** How the tokens of mailed links are stored. */
export const LINK_MAILS: CompanionKind<LinkMail> = { write: storeTokens };

/** The first one of several mails of one link in a group counts. */
async function storeTokens(client: Transaction, mails: readonly LinkMail[]): Promise<boolean[]> {
  const byId = new Map([...mails].reverse().map((mail) => [mail.id, mail]));
  const first = [...byId.values()];
  const { rows } = await client.query<{ id: string }>({
    name: 'store-tokens-of-mailed-links',
    text: `WITH due AS MATERIALIZED (
             SELECT id FROM one_time_links WHERE id = ANY($1::uuid[]) AND mail_due_at IS NOT NULL
             ORDER BY id FOR UPDATE
           )
           UPDATE one_time_links AS link SET token_hash = mailed.token_hash, email_id = mailed.email_id, mail_due_at = NULL
           FROM due JOIN unnest($1::uuid[], $2::bytea[], $3::uuid[]) AS mailed (id, token_hash, email_id) ON mailed.id = due.id
           WHERE link.id = due.id
           RETURNING link.id`,
    values: [
      first.map(({ id }) => id),
      first.map(({ tokenHash }) => tokenHash),
      first.map(({ emailId }) => emailId),
    ],
  });
  const stored = new Set(rows.map(({ id }) => id));
  return mails.map((mail) => byId.get(mail.id) === mail && stored.has(mail.id));
}
