// Ends sessions: from their next request on they are refused.
import type { Queryable } from '../../../platform/db/connect.ts';
import { hashToken } from '../../../platform/security/tokens.ts';

/** Ends the session with this token, whichever it is. */
export async function endSessionOf(database: Queryable, token: string): Promise<void> {
  await database.query({
    name: 'end-session-of',
    text: 'DELETE FROM sessions WHERE token_hash = $1 OR previous_token_hash = $1',
    values: [hashToken(token)],
  });
}

/** Ends a session of a person. @returns false: the person has no such session */
export async function endSession(
  database: Queryable,
  { personId, id }: { personId: string; id: string },
): Promise<boolean> {
  const { rowCount } = await database.query({
    name: 'end-session',
    text: 'DELETE FROM sessions WHERE id = $2 AND person_id = $1',
    values: [personId, id],
  });
  return rowCount === 1;
}

/** The sessions of a person that end: all, those of an account, or all but one. */
export interface EndingSessions {
  personId: string;
  accountId?: string;
  exceptId?: string;
}

/** Ends sessions of a person. @returns how many */
export async function endSessions(
  database: Queryable,
  { personId, accountId, exceptId }: EndingSessions,
): Promise<number> {
  const { rowCount } = await database.query({
    name: 'end-sessions',
    text: `DELETE FROM sessions WHERE id = ANY(ARRAY(
             SELECT id FROM sessions
             WHERE person_id = $1 AND ($2::uuid IS NULL OR account_id = $2) AND id IS DISTINCT FROM $3
             ORDER BY id FOR UPDATE))`,
    values: [personId, accountId ?? null, exceptId ?? null],
  });
  return rowCount ?? 0;
}
