// How many contacts an account's plan allows, for work that prepares for it. Whether a write fits is decided under the
// lock of the account's counter (shared/resources/audience/contact-writes/counter.ts).
import type { Queryable } from '../../../platform/db/connect.ts';

/** The limit of an account; null: it has none. */
export async function findContactLimit(database: Queryable, accountId: string): Promise<number | null> {
  const { rows } = await database.query<{ limit: number | null }>({
    name: 'find-contact-limit',
    text: `SELECT contact_limit AS "limit" FROM accounts JOIN plans ON plans.id = plan_id
           WHERE accounts.id = $1`,
    values: [accountId],
  });
  return rows[0]?.limit ?? null;
}
