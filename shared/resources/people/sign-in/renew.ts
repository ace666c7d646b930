// Ends sessions that began with an old password or second factor, and challenges that wait for a code. The session
// in which the person has changed it continues under a new token.
import type { Transaction } from '../../../platform/db/transaction.ts';
import { endSessions } from '../../foundation/sessions/end.ts';
import { lockSessionsOf } from '../../foundation/sessions/lock.ts';
import { rotateSession } from '../../foundation/sessions/rotate.ts';

/** Ends every sign-in of a person but this session. @returns the new token of the session */
export async function renewSignIn(
  client: Transaction,
  { personId, sessionId }: { personId: string; sessionId: string },
): Promise<string> {
  await removeChallengesOf(client, personId);
  await lockSessionsOf(client, personId);
  await endSessions(client, { personId, exceptId: sessionId });
  return await rotateSession(client, sessionId);
}

/** Ends every sign-in of a person. @returns how many sessions have ended */
export async function endSignIns(client: Transaction, personId: string): Promise<number> {
  await removeChallengesOf(client, personId);
  return await endSessions(client, { personId });
}

async function removeChallengesOf(client: Transaction, personId: string): Promise<void> {
  await client.query({
    name: 'remove-challenges-of-person',
    text: `DELETE FROM sign_in_challenges WHERE token_hash = ANY(ARRAY(
             SELECT token_hash FROM sign_in_challenges WHERE person_id = $1 ORDER BY token_hash FOR UPDATE))`,
    values: [personId],
  });
}
