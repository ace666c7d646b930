// Reads one-time links that are to be mailed, with what their mail says.
import type { Role } from '../../../contract/members/values.ts';
import type { Queryable } from '../../../platform/db/connect.ts';
import type { LinkPurpose } from './link.ts';

/** A link to mail. */
export interface DueLink {
  id: string;
  purpose: LinkPurpose;
  /** Key form. */
  email: string;
  expiresAt: Date;
  /** A person has the address. */
  hasPerson: boolean;
  /** The account of an invitation or an address confirmation. */
  accountName: string | null;
  /** The role of an invitation. */
  role: Role | null;
  /** Null: an operator invites. */
  inviterName: string | null;
  inviterEmail: string | null;
}

/** Finds a link; undefined: it was mailed, has expired or was removed. */
export async function findDueLink(database: Queryable, id: string, now: Date): Promise<DueLink | undefined> {
  const { rows } = await database.query<DueLink>({
    name: 'find-due-link',
    text: `SELECT link.id, link.purpose, link.email, link.expires_at AS "expiresAt",
                  EXISTS (SELECT FROM people WHERE people.email = link.email) AS "hasPerson",
                  accounts.name AS "accountName", invitations.role,
                  inviter.name AS "inviterName", inviter.email AS "inviterEmail"
           FROM one_time_links AS link
           LEFT JOIN invitations ON invitations.id = link.invitation_id
           LEFT JOIN people AS inviter ON inviter.id = invitations.invited_by
           LEFT JOIN accounts ON accounts.id = coalesce(link.account_id, invitations.account_id)
           WHERE link.id = $1 AND link.mail_due_at IS NOT NULL AND link.expires_at > $2`,
    values: [id, now],
  });
  return rows[0];
}

/** Finds the ids of links whose mail is due, those that have waited longest first. */
export async function findDueLinkIds(database: Queryable, now: Date, limit: number): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>({
    name: 'find-due-links',
    text: `SELECT id FROM one_time_links WHERE mail_due_at <= $1 AND expires_at > $1
           ORDER BY mail_due_at LIMIT $2`,
    values: [now, limit],
  });
  return rows.map(({ id }) => id);
}
