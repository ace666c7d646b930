// Creates people, and passes an address to the person who has proven it.
import type { Transaction } from '../../../platform/db/transaction.ts';
import { deleteLinksOf } from '../one-time-links/delete.ts';
import { endSignIns } from '../sign-in/renew.ts';
import { removeSecondFactor } from './second-factor/remove.ts';

/** The choices of a person who is new to an address. */
export interface ChosenSignIn {
  id: string;
  /** Key form (shared/mail/addresses.ts). */
  email: string;
  name: string;
  passwordHash: string;
  now: Date;
}

/**
 * Creates a person.
 * @param person `isConfirmed`: the person has shown by a mailed link that the address is theirs
 * @returns false: another transaction has just created one with this address
 */
export async function insertPerson(
  client: Transaction,
  { id, email, name, passwordHash, isConfirmed, now }: ChosenSignIn & { isConfirmed: boolean },
): Promise<boolean> {
  const { rowCount } = await client.query({
    name: 'insert-person',
    text: `INSERT INTO people (id, email, name, password_hash, confirmed_at, created_at) VALUES ($1, $2, $3, $4, $5, $6)
           ON CONFLICT (email) DO NOTHING`,
    values: [id, email, name, passwordHash, isConfirmed ? now : null, now],
  });
  return rowCount === 1;
}

/** Creates a confirmed person, or gives the existing person of the address this password. @returns the id */
export async function insertOrReset(
  client: Transaction,
  { id, email, name, passwordHash, now }: ChosenSignIn,
): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `INSERT INTO people (id, email, name, password_hash, confirmed_at, created_at) VALUES ($1, $2, $3, $4, $5, $5)
     ON CONFLICT (email) DO UPDATE SET password_hash = excluded.password_hash,
       confirmed_at = coalesce(people.confirmed_at, excluded.confirmed_at)
     RETURNING id`,
    [id, email, name, passwordHash, now],
  );
  return String(rows[0]?.id);
}

/**
 * Passes the address of a person who has not proven it to one who has, by a mailed link. Whatever the former may have
 * set up is dropped (pre-hijacking of accounts): name, password, second factor, sessions and links to reset the password.
 * @returns false: the person has proven the address by now; nothing was changed but the links
 */
export async function takeOverPerson(
  client: Transaction,
  { id, email, name, passwordHash, now }: ChosenSignIn,
): Promise<boolean> {
  await deleteLinksOf(client, { purpose: 'password_reset', email });
  const { rowCount } = await client.query({
    name: 'take-over-person',
    text: `UPDATE people SET name = $2, password_hash = $3, confirmed_at = $4
           WHERE id = $1 AND confirmed_at IS NULL`,
    values: [id, name, passwordHash, now],
  });
  if (rowCount === 0) return false;
  await removeSecondFactor(client, id);
  await endSignIns(client, id);
  return true;
}
