// Takes a person out of what belongs to emails: contents, recipients, events, names of files. The caller holds the locks
// of the emails. Only rows that change are written.
import { textArray } from '../../../platform/db/text-array.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';
import { mapInTurns, type Turns } from '../../../platform/sharing/turns.ts';
import { ERASED_ADDRESS, type Eraser } from '../../contacts/erasures/text/eraser.ts';

/** An email whose parts are erased. */
export interface PartOwner {
  id: string;
  contentId: string;
  hasAttachments: boolean;
}

/** Erases the parts of emails. */
export async function eraseEmailParts(
  client: Transaction,
  emails: readonly PartOwner[],
  eraser: Eraser,
): Promise<void> {
  if (emails.length === 0) return;
  const ids = emails.map(({ id }) => id);
  await eraseContents(
    client,
    emails.map(({ contentId }) => contentId),
    eraser,
  );
  await eraseRecipients(client, ids, eraser);
  const withFiles = emails.filter(({ hasAttachments }) => hasAttachments).map(({ id }) => id);
  if (withFiles.length > 0) await eraseFileNames(client, withFiles, eraser);
}

/** Erases the recipients and the events of emails. An active recipient is not the person's: it has been canceled. */
export async function eraseRecipients(
  client: Transaction,
  emailIds: readonly string[],
  eraser: Eraser,
): Promise<void> {
  await eraseRecipientRows(client, emailIds, eraser);
  await eraseEvents(client, emailIds, eraser);
}

interface ContentRow {
  id: string;
  html: string | null;
  text: string | null;
}

async function eraseContents(client: Transaction, ids: readonly string[], eraser: Eraser): Promise<void> {
  const { rows } = await client.query<ContentRow>({
    name: 'read-contents-to-erase',
    text: 'SELECT id, html, text FROM email_contents WHERE id = ANY($1::uuid[]) ORDER BY id FOR NO KEY UPDATE',
    values: [ids],
  });
  const changed = await changedRows(rows, async ({ id, html, text }, turns) => ({
    id,
    html: html && (await eraser.eraseLongText(html, turns)),
    text: text && (await eraser.eraseLongText(text, turns)),
  }));
  if (changed.length === 0) return;
  await client.query({
    name: 'erase-contents',
    text: `UPDATE email_contents SET html = erased.html, text = erased.text
           FROM unnest($1::uuid[], $2::text[], $3::text[]) AS erased (id, html, text)
           WHERE email_contents.id = erased.id AND email_contents.id = ANY($1::uuid[])`,
    values: [
      changed.map(({ id }) => id),
      textArray(changed.map(({ html }) => html)),
      textArray(changed.map(({ text }) => text)),
    ],
  });
}

interface RecipientRow {
  id: string;
  address: string;
  smtpReply: string | null;
}

async function eraseRecipientRows(
  client: Transaction,
  emailIds: readonly string[],
  eraser: Eraser,
): Promise<void> {
  const { rows } = await client.query<RecipientRow>({
    name: 'read-recipients-to-erase',
    text: `SELECT id, address, smtp_reply AS "smtpReply" FROM email_recipients
           WHERE email_id = ANY($1::uuid[]) ORDER BY id FOR NO KEY UPDATE`,
    values: [emailIds],
  });
  const changed = await changedRows(rows, ({ id, address, smtpReply }) => ({
    id,
    address: eraser.isAddress(address) ? ERASED_ADDRESS : address,
    smtpReply: smtpReply && eraser.eraseText(smtpReply),
  }));
  if (changed.length === 0) return;
  await client.query({
    name: 'erase-recipients',
    text: `UPDATE email_recipients AS recipient SET address = erased.address, smtp_reply = erased.smtp_reply
           FROM unnest($1::uuid[], $2::text[], $3::text[]) AS erased (id, address, smtp_reply)
           WHERE recipient.id = erased.id AND recipient.id = ANY($1::uuid[])`,
    values: [
      changed.map(({ id }) => id),
      changed.map(({ address }) => address),
      changed.map(({ smtpReply }) => smtpReply),
    ],
  });
}

interface EventRow {
  id: string;
  recipient: string | null;
  data: object | null;
}

async function eraseEvents(client: Transaction, emailIds: readonly string[], eraser: Eraser): Promise<void> {
  const { rows } = await client.query<EventRow>({
    name: 'read-events-to-erase',
    text: 'SELECT id, recipient, data FROM email_events WHERE email_id = ANY($1::uuid[]) ORDER BY id',
    values: [emailIds],
  });
  const changed = await changedRows(rows, ({ id, recipient, data }) => ({
    id,
    recipient: recipient !== null && eraser.isAddress(recipient) ? ERASED_ADDRESS : recipient,
    data: eraser.eraseValue(data) as object | null,
  }));
  if (changed.length === 0) return;
  await client.query({
    name: 'erase-events',
    text: `UPDATE email_events AS event SET recipient = erased.recipient, data = erased.data
           FROM unnest($1::uuid[], $2::text[], $3::jsonb[]) AS erased (id, recipient, data)
           WHERE event.id = erased.id AND event.id = ANY($1::uuid[])`,
    values: [
      changed.map(({ id }) => id),
      changed.map(({ recipient }) => recipient),
      changed.map(({ data }) => data && JSON.stringify(data)),
    ],
  });
}

interface FileRow {
  id: string;
  filename: string;
  path: string | null;
}

async function eraseFileNames(
  client: Transaction,
  emailIds: readonly string[],
  eraser: Eraser,
): Promise<void> {
  const { rows } = await client.query<FileRow>({
    name: 'read-files-to-erase',
    text: 'SELECT id, filename, path FROM email_attachments WHERE email_id = ANY($1::uuid[]) ORDER BY id',
    values: [emailIds],
  });
  const changed = await changedRows(rows, ({ id, filename, path }) => ({
    id,
    filename: eraseFileName(filename, eraser),
    path: path && eraseFileName(path, eraser),
  }));
  if (changed.length === 0) return;
  await client.query({
    name: 'erase-files',
    text: `UPDATE email_attachments AS file SET filename = erased.filename, path = erased.path
           FROM unnest($1::uuid[], $2::text[], $3::text[]) AS erased (id, filename, path)
           WHERE file.id = erased.id AND file.id = ANY($1::uuid[])`,
    values: [
      changed.map(({ id }) => id),
      changed.map(({ filename }) => filename),
      changed.map(({ path }) => path),
    ],
  });
}

/** `bo@customer.dev.pdf` would be an address of another domain. */
function eraseFileName(name: string, eraser: Eraser): string {
  const end = name.lastIndexOf('.');
  const stem = end === -1 ? name : name.slice(0, end);
  return eraser.eraseText(eraser.eraseText(stem) + name.slice(stem.length));
}

/** The rows that erasing changes, as they are then. */
async function changedRows<Row extends object>(
  rows: readonly Row[],
  erase: (row: Row, turns: Turns) => Row | Promise<Row>,
): Promise<Row[]> {
  const erased = await mapInTurns(rows, async (row, turns) => {
    const after = await erase(row, turns);
    return isSame(row, after) ? [] : [after];
  });
  return erased.flat();
}

/** Texts are compared without a copy. */
function isSame(before: object, after: object): boolean {
  const values = Object.values(after);
  return Object.values(before).every((value, index) => {
    const isJson = typeof value === 'object' && value !== null;
    return isJson ? JSON.stringify(value) === JSON.stringify(values[index]) : value === values[index];
  });
}
