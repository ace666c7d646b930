// Finds the address with which a person signs in.
import type { Queryable } from '../../../platform/db/connect.ts';

/** @returns undefined: the person has just been deleted */
export async function findAddressOfPerson(database: Queryable, id: string): Promise<string | undefined> {
  const { rows } = await database.query<{ email: string }>({
    name: 'find-address-of-person',
    text: 'SELECT email FROM people WHERE id = $1',
    values: [id],
  });
  return rows[0]?.email;
}
