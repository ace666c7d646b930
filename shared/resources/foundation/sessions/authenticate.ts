// Finds the session of a request by its token. Membership and role are read with it, so that a removal or another role
// counts from the next request on.
import type { Role } from '../../../contract/members/values.ts';
import type { Queryable } from '../../../platform/db/connect.ts';
import { hashToken } from '../../../platform/security/tokens.ts';
import { isSuspendedSql } from '../../../platform/work/suspensions/suspended.ts';
import { isToken } from './session.ts';

/** A session that is valid at this moment, with the person and the role in its account. */
export interface AuthenticatedSession {
  sessionId: string;
  personId: string;
  accountId: string;
  memberId: string;
  role: Role;
  /** Whether the account is suspended. */
  isSuspended: boolean;
  csrfToken: string;
  /** The next answer must bring a new token. */
  mustRotate: boolean;
  createdAt: Date;
  lastUsedAt: Date;
  expiresAt: Date;
}

const SELECT = `
  SELECT sessions.id AS "sessionId", sessions.person_id AS "personId", sessions.account_id AS "accountId",
         members.id AS "memberId", role, csrf_token AS "csrfToken", sessions.created_at AS "createdAt",
         last_used_at AS "lastUsedAt", expires_at AS "expiresAt",
         ${isSuspendedSql('sessions.account_id')} AS "isSuspended"`;
const FROM = `
  FROM sessions JOIN members ON members.account_id = sessions.account_id AND members.person_id = sessions.person_id`;

/** @returns undefined: there is no such session, it has ended, or the person is not a member of its account any more */
export async function findSession(
  database: Queryable,
  token: string,
  now: Date,
): Promise<AuthenticatedSession | undefined> {
  if (!isToken(token)) return undefined;
  const { rows } = await database.query<AuthenticatedSession>({
    name: 'find-session',
    text: `${SELECT}, must_rotate AS "mustRotate" ${FROM}
           WHERE token_hash = $1 AND expires_at > $2
           UNION ALL
           ${SELECT}, false ${FROM}
           WHERE previous_token_hash = $1 AND previous_until > $2 AND expires_at > $2`,
    values: [hashToken(token), now],
  });
  return rows[0];
}
