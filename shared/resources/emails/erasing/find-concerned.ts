// Finds those of an account's emails that are about a person: emails that have the address in a field, among their
// recipients or in their contents. Postgres only says which texts have its characters, which may be part of a longer
// address, and names may not be taken out of the email of somebody else.
import type { Transaction } from '../../../platform/db/transaction.ts';
import { mapInTurns } from '../../../platform/sharing/turns.ts';
import type { Eraser } from '../../contacts/erasures/text/eraser.ts';
import type { StoredEmail } from './erase-rows.ts';

/** Finds the emails that are about the person. The contents of those that a field decides are not read. */
export async function findConcerned(
  client: Transaction,
  emails: readonly StoredEmail[],
  eraser: Eraser,
): Promise<StoredEmail[]> {
  const concerned = new Set(emails.filter((email) => eraser.concerns(fieldsOf(email))).map(({ id }) => id));
  const undecided = () => emails.filter(({ id }) => !concerned.has(id));
  for (const find of [findByRecipients, findByContents]) {
    for (const id of await find(client, undecided(), eraser)) concerned.add(id);
  }
  return emails.filter(({ id }) => concerned.has(id));
}

function fieldsOf(email: StoredEmail): string {
  const { from, to, cc, bcc, replyTo, subject, previewText, headers } = email;
  return JSON.stringify([from, to, cc, bcc, replyTo, subject, previewText, headers]);
}

interface RecipientTexts {
  id: string;
  address: string;
  smtpReply: string | null;
}

async function findByRecipients(
  client: Transaction,
  emails: readonly StoredEmail[],
  eraser: Eraser,
): Promise<string[]> {
  if (emails.length === 0) return [];
  const { rows } = await client.query<RecipientTexts>({
    name: 'read-recipients-to-judge',
    text: `SELECT email_id AS id, address, smtp_reply AS "smtpReply" FROM email_recipients
           WHERE email_id = ANY($1::uuid[])`,
    values: [emails.map(({ id }) => id)],
  });
  return rows
    .filter(({ address, smtpReply }) => eraser.isAddress(address) || eraser.concerns(smtpReply))
    .map(({ id }) => id);
}

interface ContentTexts {
  contentId: string;
  html: string | null;
  text: string | null;
}

async function findByContents(
  client: Transaction,
  emails: readonly StoredEmail[],
  eraser: Eraser,
): Promise<string[]> {
  if (emails.length === 0) return [];
  const { rows } = await client.query<ContentTexts>({
    name: 'read-contents-to-judge',
    text: 'SELECT id AS "contentId", html, text FROM email_contents WHERE id = ANY($1::uuid[])',
    values: [emails.map(({ contentId }) => contentId)],
  });
  const found = await mapInTurns(rows, ({ contentId, html, text }) =>
    eraser.concerns(html) || eraser.concerns(text) ? contentId : undefined,
  );
  return emails.filter(({ contentId }) => found.includes(contentId)).map(({ id }) => id);
}
