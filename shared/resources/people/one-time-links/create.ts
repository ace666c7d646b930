// Creates one-time links: one that is shown at once, or one that will be mailed (mail.ts).
import type { Queryable } from '../../../platform/db/connect.ts';
import { hashToken } from '../../../platform/security/tokens.ts';
import type { Ids } from '../../../platform/time/ids.ts';
import { createToken } from '../../foundation/sessions/session.ts';
import { LINK_LIFE_MS, type LinkPurpose } from './link.ts';

/** A new link. */
export interface NewLink {
  purpose: LinkPurpose;
  /** Key form. */
  email: string;
  accountId?: string;
  invitationId?: string;
  now: Date;
}

/** A mailed link is mailed at once when it is created; a recurring task mails those that are left after this time. */
const MAIL_LEFT_AFTER_MS = 30_000;

/** Creates a link to show. @returns its token, in plain text only here */
export async function createShownLink(database: Queryable, ids: Ids, link: NewLink): Promise<string> {
  const token = createToken();
  await insert(database, ids.next(), link, { tokenHash: hashToken(token), mailDueAt: null });
  return token;
}

/** Creates a link to mail. @returns its id, for `mailLink` */
export async function createMailedLink(database: Queryable, ids: Ids, link: NewLink): Promise<string> {
  const id = ids.next();
  const mailDueAt = new Date(link.now.getTime() + MAIL_LEFT_AFTER_MS);
  await insert(database, id, link, { tokenHash: null, mailDueAt });
  return id;
}

async function insert(
  database: Queryable,
  id: string,
  { purpose, email, accountId, invitationId, now }: NewLink,
  { tokenHash, mailDueAt }: { tokenHash: Buffer | null; mailDueAt: Date | null },
): Promise<void> {
  await database.query({
    name: 'create-one-time-link',
    text: `INSERT INTO one_time_links
             (id, purpose, email, account_id, invitation_id, token_hash, is_mailed, mail_due_at, created_at, expires_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    values: [
      id,
      purpose,
      email,
      accountId ?? null,
      invitationId ?? null,
      tokenHash,
      mailDueAt !== null,
      mailDueAt,
      now,
      new Date(now.getTime() + LINK_LIFE_MS[purpose]),
    ],
  });
}
