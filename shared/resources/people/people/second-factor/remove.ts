// Removes the second factor of a person, with its recovery codes and with one that is being set up.
import type { Transaction } from '../../../../platform/db/transaction.ts';

/** @returns false: the person has none */
export async function removeSecondFactor(client: Transaction, personId: string): Promise<boolean> {
  const { rows } = await client.query<{ had: boolean }>({
    name: 'remove-second-factor',
    text: `UPDATE people SET totp_secret = NULL, totp_pending_secret = NULL, totp_last_step = NULL,
             recovery_code_hashes = '{}'
           FROM (SELECT id, totp_secret IS NOT NULL AS had FROM people WHERE id = $1 FOR NO KEY UPDATE) AS before
           WHERE people.id = before.id
           RETURNING had`,
    values: [personId],
  });
  return rows[0]?.had === true;
}
