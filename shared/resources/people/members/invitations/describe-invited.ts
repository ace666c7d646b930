// Describes an invitation to the bearer of one of its links, before the bearer accepts it.
import type { Role } from '../../../../contract/members/values.ts';
import type { Queryable } from '../../../../platform/db/connect.ts';
import { findPersonToSignIn } from '../../people/find-to-sign-in.ts';
import { findInvited, mustShowPassword } from './invited.ts';

/** The invited person, the account and the role. */
export interface DescribedInvited {
  accountName: string;
  /** Key form. */
  email: string;
  role: Role;
  /**
   * Whether accepting asks for the password of the person with the address; otherwise it asks for a name and a new
   * password.
   */
  asksForPassword: boolean;
}

/** @returns undefined: the link is unknown, used or expired */
export async function describeInvited(
  database: Queryable,
  token: string,
  now: Date,
): Promise<DescribedInvited | undefined> {
  const invited = await findInvited(database, token, now);
  if (!invited) return undefined;
  const { accountId, email, role } = invited;
  const { rows } = await database.query<{ accountName: string }>({
    name: 'find-name-of-account',
    text: 'SELECT name AS "accountName" FROM accounts WHERE id = $1',
    values: [accountId],
  });
  const person = await findPersonToSignIn(database, email);
  return {
    accountName: rows[0]?.accountName ?? '',
    email,
    role,
    asksForPassword: mustShowPassword(invited, person),
  };
}
