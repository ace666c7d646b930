// Deletes people with an account that is removed: those who are members of no other one.
import type { Transaction } from '../../../platform/db/transaction.ts';
import { forgetRequester } from '../../foundation/accounts/access-requests/forget-requester.ts';
import { deleteLinksOf } from '../one-time-links/delete.ts';

/** A person who may have to be deleted. */
export interface LockedPerson {
  id: string;
  /** Key form. */
  email: string;
}

/** Locks the people of an account, so that none of them joins another one until the end of the transaction. */
export async function lockPeopleOf(client: Transaction, accountId: string): Promise<LockedPerson[]> {
  const { rows } = await client.query<LockedPerson>({
    name: 'lock-people-of-account',
    text: `SELECT id, email FROM people
           WHERE id = ANY(ARRAY(SELECT person_id FROM members WHERE account_id = $1)) ORDER BY id FOR UPDATE`,
    values: [accountId],
  });
  return rows;
}

/**
 * Deletes the locked people who are no longer members of any account.
 * @param removeOwn removes what refers to a person
 * @returns how many
 */
export async function deleteLonePeople(
  client: Transaction,
  people: readonly LockedPerson[],
  removeOwn: (personId: string) => Promise<void>,
): Promise<number> {
  const { rows: lone } = await client.query<LockedPerson>({
    name: 'find-lone-people',
    text: `SELECT id, email FROM people
           WHERE id = ANY($1::uuid[]) AND NOT EXISTS (SELECT FROM members WHERE person_id = people.id) ORDER BY id`,
    values: [people.map(({ id }) => id)],
  });
  for (const { id, email } of lone) {
    for (const purpose of ['password_reset', 'sign_in'] as const)
      await deleteLinksOf(client, { purpose, email });
    await removeOwn(id);
    await forgetRequester(client, id);
    await client.query({ name: 'delete-person', text: 'DELETE FROM people WHERE id = $1', values: [id] });
  }
  return lone.length;
}
