// Makes a person a member of an account, unless the person is one already.
import type { Role } from '../../../contract/members/values.ts';
import type { Queryable } from '../../../platform/db/connect.ts';
import type { Ids } from '../../../platform/time/ids.ts';

/** The new member and the account. */
export interface MissingMember {
  accountId: string;
  personId: string;
  role: Role;
  /** The person joins by a link that proves the address, or with the password of a proven sign-in. */
  isProven: boolean;
  now: Date;
}

/** Inserts a member. An existing member keeps the role, and may become a proven one. */
export async function insertMissingMember(
  database: Queryable,
  ids: Ids,
  { accountId, personId, role, isProven, now }: MissingMember,
): Promise<void> {
  await database.query({
    name: 'insert-missing-member',
    text: `INSERT INTO members (id, account_id, person_id, role, is_proven, created_at) VALUES ($1, $2, $3, $4, $5, $6)
           ON CONFLICT (account_id, person_id) DO UPDATE SET is_proven = members.is_proven OR excluded.is_proven`,
    values: [ids.next(), accountId, personId, role, isProven, now],
  });
}
