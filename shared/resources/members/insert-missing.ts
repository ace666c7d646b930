// Makes a person a member of an account, unless the person is one already.
import type { Role } from '../../contract/members/values.ts';
import type { Queryable } from '../../platform/db/connect.ts';
import type { Ids } from '../../platform/time/ids.ts';

/** Who becomes a member of what. */
export interface MissingMember {
  accountId: string;
  personId: string;
  role: Role;
  now: Date;
}

/** Inserts a member. Who is a member already keeps the role. */
export async function insertMissingMember(
  database: Queryable,
  ids: Ids,
  { accountId, personId, role, now }: MissingMember,
): Promise<void> {
  await database.query({
    name: 'insert-missing-member',
    text: `INSERT INTO members (id, account_id, person_id, role, created_at) VALUES ($1, $2, $3, $4, $5)
           ON CONFLICT (account_id, person_id) DO NOTHING`,
    values: [ids.next(), accountId, personId, role, now],
  });
}
