// Sets the password of a person, and drops a second factor that was begun with the old one and never enabled. Sessions,
// challenges and links to reset the password end too: the callers see to that, because one session may continue.
import type { Transaction } from '../../../../platform/db/transaction.ts';
import { PERSON_COLUMNS, type Person } from '../person.ts';

/** @returns the person; undefined: there is none */
export async function setPassword(
  client: Transaction,
  personId: string,
  passwordHash: string,
): Promise<Person | undefined> {
  const { rows } = await client.query<Person>({
    name: 'set-password',
    text: `UPDATE people SET password_hash = $2, totp_pending_secret = NULL WHERE id = $1
           RETURNING ${PERSON_COLUMNS}`,
    values: [personId, passwordHash],
  });
  return rows[0];
}
