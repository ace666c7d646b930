// Decides which rows of a chunk fit below the account's limit of contacts: in the order of the file, until it is
// reached. A row whose address is a contact already needs no room. The decision stays true until the end of the
// transaction, because it has locked the counter of the account, which every creation and deletion of a contact needs.
import type { Transaction } from '../../../../platform/db/transaction.ts';
import type { ContactWrite } from '../../../audience/contact-writes/write-contacts.ts';
import type { FullContactImport } from '../contact-import.ts';
import type { NewFailure } from '../failures/insert.ts';
import type { ContactRow } from '../parsing/chunks.ts';

/** The rows that fit, and those beyond the limit. */
export interface AdmittedRows {
  admitted: readonly ContactRow[];
  beyond: NewFailure[];
}

const BEYOND = 'contact_limit_reached: the account has reached the contact limit of its plan.';

/** Admits rows as far as there is room. */
export async function admitRows(
  { client, room }: ContactWrite,
  { accountId, audienceId }: FullContactImport,
  rows: readonly ContactRow[],
): Promise<AdmittedRows> {
  if (rows.length <= room) return { admitted: rows, beyond: [] };
  const emailKeys = rows.map(({ read }) => read.emailKey);
  const inside = await findExisting(client, [accountId, audienceId, emailKeys]);
  let left = room;
  const admitted: ContactRow[] = [];
  const beyond: NewFailure[] = [];
  for (const each of rows) {
    const { emailKey } = each.read;
    if (!inside.has(emailKey) && left > 0) {
      inside.add(emailKey);
      left -= 1;
    }
    if (inside.has(emailKey)) admitted.push(each);
    else beyond.push({ row: each.row, cells: each.cells, reason: BEYOND });
  }
  return { admitted, beyond };
}

async function findExisting(
  client: Transaction,
  values: [accountId: string, audienceId: string, emailKeys: string[]],
): Promise<Set<string>> {
  const { rows } = await client.query<{ emailKey: string }>({
    name: 'find-existing-contacts',
    text: `SELECT email_key AS "emailKey" FROM contacts
           WHERE account_id = $1 AND audience_id = $2 AND email_key = ANY($3::text[])`,
    values,
  });
  return new Set(rows.map(({ emailKey }) => emailKey));
}
