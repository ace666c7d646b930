// Erases a person from emails. An email without other recipients loses all of its content; otherwise only the address
// is removed, since it is the mail of others too. Unfinished emails are not changed. Every change of recipients takes
// the lock of the email, so it does not change before the commit.
import { findRewritten, rewriteTexts, type TextColumns } from '../../../../platform/db/rewrite-texts.ts';
import type { Transaction } from '../../../../platform/db/transaction.ts';
import { ERASED_ADDRESS, type Eraser } from '../../../foundation/erasing/eraser.ts';
import { MAIL_PARTS } from '../parts/list.ts';
import { UNFINISHED_STATUSES } from './find.ts';
import { CONTENT_TEXTS, EMAIL_TEXTS } from './texts.ts';

/** Emails to erase. */
export interface EmailsOfAccount {
  accountId: string;
  ids: readonly string[];
}

/** The result of an erasure. */
export interface ErasedEmails {
  /** Emails that are to be erased later. */
  unfinished: string[];
  erased: string[];
}

interface LockedEmail {
  id: string;
  isFinished: boolean;
}

const LOCK = `
  SELECT id, status <> ALL($3::text[]) AS "isFinished" FROM emails
  WHERE id = ANY($1::uuid[]) AND account_id = $2 ORDER BY id FOR NO KEY UPDATE`;

const ID = { name: 'id', type: 'uuid' } as const;

const ERASED = MAIL_PARTS.flatMap(({ erases }) => erases ?? []);

const TEXTS: readonly TextColumns[] = [
  { table: 'emails', key: ID, columns: EMAIL_TEXTS },
  { table: 'email_contents', key: ID, columns: CONTENT_TEXTS },
];
const MAILBOXES: ReadonlySet<string> = new Set([
  'from_address',
  'to_addresses',
  'cc_addresses',
  'bcc_addresses',
  'reply_to_addresses',
  'address',
  'recipient',
]);
const TEXTS_OF_RECIPIENTS: readonly TextColumns[] = [
  {
    table: 'email_recipients',
    by: 'email_id',
    key: ID,
    columns: { address: 'text', smtp_reply: 'text', dialogue: 'text' },
  },
  { table: 'email_events', by: 'email_id', key: ID, columns: { recipient: 'text', data: 'jsonb' } },
];

/** Erases a person from emails. Emails that no longer exist are skipped. */
export async function eraseEmails(
  client: Transaction,
  { accountId, ids }: EmailsOfAccount,
  eraser: Eraser,
): Promise<ErasedEmails> {
  const { rows } = await client.query<LockedEmail>({
    name: 'lock-emails-to-erase',
    text: LOCK,
    values: [ids, accountId, UNFINISHED_STATUSES],
  });
  const idsOf = (areFinished: boolean) =>
    rows.filter(({ isFinished }) => isFinished === areFinished).map(({ id }) => id);
  const erased = idsOf(true);
  const own = await emptyOwnEmails(client, erased, eraser);
  for (const texts of TEXTS)
    await rewriteTexts(client, texts, { accountId, values: erased }, rewriteWith(eraser));
  for (const { rows: eraseRows } of ERASED)
    await eraseRows?.(client, { accountId, ids: erased, own }, eraser);
  await eraseRecipients(client, { accountId, ids: erased }, eraser);
  return { unfinished: await findConcerned(client, { accountId, ids: idsOf(false) }, eraser), erased };
}

/** Postgres finds the characters of the address, which may be a part of another one. */
async function findConcerned(
  client: Transaction,
  { accountId, ids: values }: EmailsOfAccount,
  eraser: Eraser,
): Promise<string[]> {
  const concerned = new Set<unknown>();
  for (const texts of [
    ...TEXTS,
    ...ERASED.flatMap(({ rowTexts = [] }) => rowTexts),
    ...TEXTS_OF_RECIPIENTS,
  ]) {
    const rows = await findRewritten(client, texts, { accountId, values }, rewriteWith(eraser));
    for (const row of rows) concerned.add(row[texts.by ?? texts.key.name]);
  }
  return values.filter((id) => concerned.has(id));
}

/** Removes the person's name from a mailbox together with the address. */
function rewriteWith(eraser: Eraser): (text: string, column: string) => string {
  return (text, column) => (MAILBOXES.has(column) ? eraser.eraseMailbox(text) : eraser.erase(text));
}

/** Empties opens and clicks: the client's address and agent say something about the person, whatever the email says. */
const EMPTY_HITS = `
  UPDATE email_events SET data = jsonb_set(data, ARRAY[hit],
    data -> hit || '{"ipAddress": "", "userAgent": ""}')
  FROM (VALUES ('opened', 'open'), ('clicked', 'click')) AS hits (hit_type, hit)
  WHERE email_id = ANY($1::uuid[]) AND recipient = $2 AND type = hit_type AND data ? hit`;

/** Empties the dialogues about the person's address, whatever their words. */
const EMPTY_DIALOGUES = `
  UPDATE email_recipients SET dialogue = NULL
  WHERE email_id = ANY($1::uuid[]) AND address = $2 AND dialogue IS NOT NULL`;

/** Erases the recipients and the events of emails. An active recipient is not the person's: it has been canceled. */
export async function eraseRecipients(
  client: Transaction,
  { accountId, ids: values }: EmailsOfAccount,
  eraser: Eraser,
): Promise<void> {
  for (const texts of TEXTS_OF_RECIPIENTS)
    await rewriteTexts(client, texts, { accountId, values }, rewriteWith(eraser));
  if (values.length === 0) return;
  const ofPerson = [values, ERASED_ADDRESS];
  await client.query({ name: 'empty-hits-of-person', text: EMPTY_HITS, values: ofPerson });
  await client.query({ name: 'empty-dialogues-of-person', text: EMPTY_DIALOGUES, values: ofPerson });
}

const EMPTY = `
  WITH own AS MATERIALIZED (
    SELECT email_id AS id FROM email_recipients WHERE email_id = ANY($1::uuid[])
    GROUP BY email_id HAVING bool_and(lower(address) = ANY($2::text[]))
  ), contents AS (
    UPDATE email_contents SET ${['html = NULL, text = NULL', ...emptiedOfParts('contents')].join(', ')}
    WHERE id = ANY(ARRAY(SELECT id FROM own))
  ), sent_by_person AS (
    -- The key of the sender serves the filter of the list.
    UPDATE emails SET from_key = $4 WHERE id = ANY($1::uuid[]) AND from_key = $3 AND id <> ALL(ARRAY(SELECT id FROM own))
  )
  UPDATE emails SET ${["subject = '', preview_text = NULL, headers = NULL", ...emptiedOfParts('emails')].join(', ')},
         reply_to_addresses = NULL, from_key = CASE from_key WHEN $3 THEN $4 ELSE from_key END,
         -- The contact of a campaign whose recipients are removed already, or of an automation.
         contact_id = CASE WHEN contact_id = ANY($5::uuid[]) THEN NULL ELSE contact_id END
  WHERE id = ANY(ARRAY(SELECT id FROM own)) RETURNING id`;

/** Empties the emails that were for the person alone. @returns their ids */
async function emptyOwnEmails(
  client: Transaction,
  ids: readonly string[],
  eraser: Eraser,
): Promise<string[]> {
  if (ids.length === 0) return [];
  const { storedForms, person } = eraser;
  // An address that was replaced when the email was still to be sent is the person's too.
  const forms = [...storedForms, ERASED_ADDRESS];
  const { rows } = await client.query<{ id: string }>({
    name: 'empty-emails-of-person',
    text: EMPTY,
    values: [ids, forms, person.emailKey, ERASED_ADDRESS, person.contactIds],
  });
  return rows.map(({ id }) => id);
}

function emptiedOfParts(table: 'emails' | 'contents'): string[] {
  return ERASED.flatMap((erased) => erased[table] ?? []);
}
