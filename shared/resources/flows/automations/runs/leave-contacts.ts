// What becomes of the runs and events of contacts that are deleted. Runs in progress are cancelled. All rows stay until they
// are old enough, and name their contact by its id alone.
import { uuidArrayLiteral } from '../../../../platform/db/parameters/array-literal.ts';
import type { Transaction } from '../../../../platform/db/transaction.ts';
import { cancelRunsOfContacts } from './cancel.ts';

/** The order is that of an index, which is then used even if few contacts have most of the rows. */
const FIND_WITH_ROWS = `
  SELECT deleted.id FROM unnest($1::uuid[]) AS deleted (id)
  WHERE coalesce(
    (SELECT true FROM received_events WHERE contact_id = ANY(ARRAY[deleted.id]) ORDER BY contact_id, id LIMIT 1),
    (SELECT true FROM automation_runs WHERE contact_id = ANY(ARRAY[deleted.id]) AND status <> 'running'
     ORDER BY contact_id, id LIMIT 1))`;

/** Cancels the runs of contacts that are about to be deleted. @returns the contacts with runs or events */
export async function leaveDeletedContacts(
  client: Transaction,
  contactIds: readonly string[],
  now: Date,
): Promise<readonly string[]> {
  await cancelRunsOfContacts(client, contactIds, now);
  const { rows } = await client.query<{ id: string }>({
    name: 'find-deleted-contacts-with-runs-or-events',
    text: FIND_WITH_ROWS,
    values: [uuidArrayLiteral(contactIds)],
  });
  return rows.map(({ id }) => id);
}
