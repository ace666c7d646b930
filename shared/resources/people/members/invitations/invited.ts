// Finds the person that a link invites, before anything is locked.
import type { Role } from '../../../../contract/members/values.ts';
import type { Queryable } from '../../../../platform/db/connect.ts';
import { findLink } from '../../one-time-links/consume.ts';
import type { Person } from '../../people/person.ts';

/** The membership that the bearer of a link may get. */
export interface Invited {
  invitationId: string;
  accountId: string;
  /** Key form. */
  email: string;
  role: Role;
  /**
   * Whether using the link proves the address: it was mailed, so its bearer reads the mail of the address, or the
   * invitation is an operator's, who vouches for the person who gets the link.
   */
  isProof: boolean;
}

/** @returns undefined: the link is unknown, used or expired */
export async function findInvited(
  database: Queryable,
  token: string,
  now: Date,
): Promise<Invited | undefined> {
  const link = await findLink(database, { purpose: 'invitation', token, now });
  if (!link) return undefined;
  const { rows } = await database.query<Invited>({
    name: 'find-invited',
    text: `SELECT id AS "invitationId", account_id AS "accountId", email, role, $2 OR invited_by IS NULL AS "isProof"
           FROM invitations WHERE id = $1`,
    values: [link.invitationId, link.isMailed],
  });
  return rows[0];
}

/** Whether the bearer must show the password of the person with the address, and may not choose a new one. */
export function mustShowPassword<Known extends Person>(
  { isProof }: Pick<Invited, 'isProof'>,
  person: Known | undefined,
): person is Known {
  return person !== undefined && (person.confirmedAt !== null || !isProof);
}
