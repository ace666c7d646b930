// Finds people who sign in, with the hash of their password, which never leaves this program.
import type { Queryable } from '../../../platform/db/connect.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';
import { PERSON_COLUMNS, type Person } from './person.ts';

/** A person with what the password is checked against. */
export interface PersonToSignIn extends Person {
  /** Null: the person has not chosen a password yet. */
  passwordHash: string | null;
}

/** Finds a person by the address. @param email in key form */
export async function findPersonToSignIn(
  database: Queryable,
  email: string,
): Promise<PersonToSignIn | undefined> {
  const { rows } = await database.query<PersonToSignIn>({
    name: 'find-person-to-sign-in',
    text: `SELECT ${PERSON_COLUMNS}, password_hash AS "passwordHash" FROM people WHERE email = $1`,
    values: [email],
  });
  return rows[0];
}

/**
 * Reads a person again whose password was right, and locks the row until the end of the transaction: a change of the
 * password that has not happened by now finds the session that begins, and ends it.
 * @returns undefined: the password was changed since
 */
export async function lockPersonToSignIn(
  client: Transaction,
  { id, passwordHash }: Pick<PersonToSignIn, 'id' | 'passwordHash'>,
): Promise<Person | undefined> {
  const { rows } = await client.query<Person>({
    name: 'lock-person-to-sign-in',
    text: `SELECT ${PERSON_COLUMNS} FROM people WHERE id = $1 AND password_hash = $2 FOR SHARE`,
    values: [id, passwordHash],
  });
  return rows[0];
}
