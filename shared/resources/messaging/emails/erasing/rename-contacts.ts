// Gives mail of campaigns to contacts that are erased the new ids of its recipients (campaign-recipients/erase.ts), so that it
// names the contact no more, and what still happens to it is recorded in the right row.
import type { Transaction } from '../../../../platform/db/transaction.ts';

/** An email, and the new id of the contact that it was sent to. */
export interface RenamedContact {
  emailId: string;
  newId: string;
}

const LOCK =
  'SELECT FROM emails WHERE id = ANY($1::uuid[]) AND account_id = $2 ORDER BY id FOR NO KEY UPDATE';

const RENAME = `
  UPDATE emails SET contact_id = renamed.new_id
  FROM unnest($1::uuid[], $2::uuid[]) AS renamed (email_id, new_id)
  WHERE emails.id = renamed.email_id AND emails.id = ANY($1::uuid[]) AND account_id = $3`;

/** The lock is the one of every change of the recipients of an email, whose event would else look for the old id. */
export async function renameContactsOfEmails(
  client: Transaction,
  accountId: string,
  renamed: readonly RenamedContact[],
): Promise<void> {
  if (renamed.length === 0) return;
  const emailIds = renamed.map(({ emailId }) => emailId);
  await client.query({ name: 'lock-emails-of-erased', text: LOCK, values: [emailIds, accountId] });
  await client.query({
    name: 'rename-contacts-of-emails',
    text: RENAME,
    values: [emailIds, renamed.map(({ newId }) => newId), accountId],
  });
}
