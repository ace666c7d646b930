// Members: the people of an account, with their roles.
import type { Role } from '../../../contract/members/values.ts';

/** A member of an account. */
export interface Member {
  id: string;
  accountId: string;
  personId: string;
  email: string;
  name: string;
  role: Role;
  hasSecondFactor: boolean;
  createdAt: Date;
}

/** SQL that selects members. */
export const SELECT_MEMBERS = `
  SELECT members.id, members.account_id AS "accountId", person_id AS "personId", email, name, role,
         totp_secret IS NOT NULL AS "hasSecondFactor", members.created_at AS "createdAt"
  FROM members JOIN people ON people.id = person_id`;
