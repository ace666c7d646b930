// Continues a session in another account of its person, under new tokens: what may be done with it has changed, and a page
// that still shows the account of before must neither read nor change this one with its CSRF token.
import { notFound } from '../../../contract/domain-error.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import { rotateSession } from './rotate.ts';
import { createToken } from './session.ts';

/**
 * Switches the account of a session.
 * @returns the new token
 * @throws DomainError `not_found` for an account that the person is not a member of
 */
export async function switchAccount(
  database: Database,
  { sessionId, accountId }: { sessionId: string; accountId: string },
): Promise<string> {
  return await transaction(database, async (client) => {
    const { rowCount } = await client.query({
      name: 'switch-account',
      text: `UPDATE sessions SET account_id = members.account_id, csrf_token = $3 FROM members
             WHERE sessions.id = $1 AND members.account_id = $2 AND members.person_id = sessions.person_id`,
      values: [sessionId, accountId, createToken()],
    });
    if (rowCount !== 1) throw notFound('Account');
    return await rotateSession(client, sessionId);
  });
}
