// Reads the role of a session again, for a request that was authenticated some time before.
import type { Role } from '../../../contract/members/values.ts';
import type { Queryable } from '../../../platform/db/connect.ts';

/**
 * @returns undefined: the session has ended or shows another account, or the person is not a member of the account any
 * more
 */
export async function findRoleOfSession(
  database: Queryable,
  { sessionId, accountId }: { sessionId: string; accountId: string },
  now: Date,
): Promise<Role | undefined> {
  const { rows } = await database.query<{ role: Role }>({
    name: 'find-role-of-session',
    text: `SELECT role FROM sessions
           JOIN members ON members.account_id = sessions.account_id AND members.person_id = sessions.person_id
           WHERE sessions.id = $1 AND sessions.account_id = $2 AND expires_at > $3`,
    values: [sessionId, accountId, now],
  });
  return rows[0]?.role;
}
