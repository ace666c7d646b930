// Finds whom a link of an invitation invites, before anything is locked.
import type { Role } from '../../contract/members/values.ts';
import type { Queryable } from '../../platform/db/connect.ts';
import { findLink } from '../one-time-links/take.ts';
import type { Person } from '../people/person.ts';

/** What the bearer of a link may become. */
export interface Invited {
  invitationId: string;
  accountId: string;
  /** Key form. */
  email: string;
  role: Role;
  /** The link was mailed, so that its bearer reads the mail of the address. */
  isMailed: boolean;
}

/** @returns undefined: the link is unknown, used or expired */
export async function findInvited(
  database: Queryable,
  token: string,
  now: Date,
): Promise<Invited | undefined> {
  const link = await findLink(database, { purpose: 'invitation', token, now });
  if (!link) return undefined;
  const { rows } = await database.query<Omit<Invited, 'isMailed'>>({
    name: 'find-invited',
    text: 'SELECT id AS "invitationId", account_id AS "accountId", email, role FROM invitations WHERE id = $1',
    values: [link.invitationId],
  });
  return rows[0] && { ...rows[0], isMailed: link.isMailed };
}

/** Whether the bearer must show the password of the person who has the address, and may not choose a new one. */
export function mustShowPassword<Known extends Person>(
  { isMailed }: Pick<Invited, 'isMailed'>,
  person: Known | undefined,
): person is Known {
  return person !== undefined && (person.confirmedAt !== null || !isMailed);
}
