// Records events of a person's sign-in, such as a new password, in each account of the person, because each depends on
// it. Without a membership only operators can read them. Once the address is proven, accounts that a person joined with
// it before, without proof, get no events: that may have been another person.
import type { Queryable } from '../../../platform/db/connect.ts';
import type { Ids } from '../../../platform/time/ids.ts';
import { type NewAuditEvent, recordAuditEvent } from './record.ts';

/**
 * Records an act in each account that a person joined with proof of the address, in the order of the accounts; in all while
 * the address is not proven; without an account if there is none.
 */
export async function recordForPerson(
  database: Queryable,
  ids: Ids,
  personId: string,
  event: Omit<NewAuditEvent, 'accountId'>,
): Promise<void> {
  const { rows } = await database.query<{ accountId: string }>({
    name: 'find-accounts-of-person',
    text: `SELECT account_id AS "accountId" FROM members JOIN people ON people.id = person_id
           WHERE person_id = $1 AND (is_proven OR confirmed_at IS NULL) ORDER BY account_id`,
    values: [personId],
  });
  const accountIds = rows.length > 0 ? rows.map(({ accountId }) => accountId) : [null];
  for (const accountId of accountIds) await recordAuditEvent(database, ids, { ...event, accountId });
}
