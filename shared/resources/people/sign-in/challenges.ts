// Challenges: a person has shown the password and still has to show the second factor. begin.ts creates them, renew.ts
// ends a person's challenges.
import { DomainError } from '../../../contract/domain-error.ts';
import type { Queryable } from '../../../platform/db/connect.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';

/** Finds a challenge that has not expired, and whose it is. */
export async function findChallenge(database: Queryable, tokenHash: Buffer, now: Date) {
  const { rows } = await database.query<{ personId: string; email: string }>({
    name: 'find-sign-in-challenge',
    text: `SELECT person_id AS "personId", email FROM sign_in_challenges JOIN people ON people.id = person_id
           WHERE token_hash = $1 AND expires_at > $2`,
    values: [tokenHash, now],
  });
  return rows[0];
}

/**
 * Takes a challenge, in a transaction that has locked the row of the person: one that a new password has ended is not found.
 * @throws DomainError `validation_error`
 */
export async function consumeChallenge(client: Transaction, tokenHash: Buffer): Promise<void> {
  const { rowCount } = await client.query({
    name: 'consume-sign-in-challenge',
    text: 'DELETE FROM sign_in_challenges WHERE token_hash = $1',
    values: [tokenHash],
  });
  if (rowCount !== 1) throw challengeOver();
}

/** The refusal of a challenge that is unknown or over. */
export function challengeOver(): DomainError {
  return new DomainError(
    'validation_error',
    'Sign in with your password first. The second factor must follow within 5 minutes.',
  );
}
