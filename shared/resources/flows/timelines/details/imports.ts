// The entries of imports that have written a contact of an address last. A contact keeps one import; a row for each
// written contact would cost an import a third of its time.
import type { Queryable } from '../../../../platform/db/connect.ts';
import { timeOfUuidV7 } from '../../../../platform/time/ids.ts';
import { NO_DETAILS, type TimelineEntry } from '../entry.ts';
import type { WantedEntries } from './wanted.ts';

const READ = `
  SELECT import_id AS id, id AS "contactId" FROM contacts
  WHERE account_id = $1 AND email_key = $2 AND import_id = ANY($3::uuid[])`;

/** Reads imports of a page. They may have been removed, so the time of each is taken from its id. */
export async function readImports(
  database: Queryable,
  { accountId, emailKey, ids }: WantedEntries,
): Promise<TimelineEntry[]> {
  const { rows } = await database.query<{ id: string; contactId: string }>(READ, [accountId, emailKey, ids]);
  return rows.map(({ id, contactId }) => ({
    ...NO_DETAILS,
    id,
    type: 'contact.imported',
    createdAt: timeOfUuidV7(id),
    contactId,
    by: { type: 'import', id },
  }));
}
