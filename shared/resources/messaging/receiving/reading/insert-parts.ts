// Inserts what parsing has found: contents, files, and how often which address has received mail.
import type { ParsedAttachment } from '../../../../mail/parse/parsed-message.ts';
import { column, type SentColumns, sentRows } from '../../../../platform/db/parameters/sent-rows.ts';
import { textArray } from '../../../../platform/db/parameters/text-array.ts';
import type { Transaction } from '../../../../platform/db/transaction.ts';
import { claimUploads } from '../../../../platform/storage/uploads.ts';
import type { Ids } from '../../../../platform/time/ids.ts';
import type { ReadEmail } from '../received-email.ts';

/** A file of a received email, with its id. */
export type ReadAttachment = ParsedAttachment & { id: string };

type AttachmentRow = ReadAttachment & { receivedId: string; accountId: string; position: number };

const COLUMNS: SentColumns<AttachmentRow> = {
  id: column('uuid', ({ id }) => id),
  received_id: column('uuid', ({ receivedId }) => receivedId),
  account_id: column('uuid', ({ accountId }) => accountId),
  position: column('smallint', ({ position }) => position),
  filename: column('text', ({ filename }) => filename),
  charset_guessed: column('boolean', ({ charsetGuessed }) => charsetGuessed),
  content_type: column('text', ({ contentType }) => contentType),
  content_id: column('text', ({ contentId }) => contentId),
  disposition: column('text', ({ disposition }) => disposition),
  description: column('text', ({ description }) => description),
  size: column('integer', ({ size }) => size),
  stored_id: column('uuid', ({ fileId }) => fileId),
};

const SENT = sentRows([COLUMNS]);
const INSERT_ATTACHMENTS = SENT.insertInto('received_attachments', COLUMNS);

const STORE_CONTENTS = `
  UPDATE received_contents AS contents SET html = read.html, text = read.text, headers = read.headers::jsonb
  FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[]) AS read (id, html, text, headers)
  WHERE contents.id = read.id AND contents.id = ANY($1::uuid[])`;

/** Stores the bodies and header fields of messages. */
export async function storeContents(transaction: Transaction, emails: readonly ReadEmail[]): Promise<void> {
  await transaction.query({
    name: 'store-received-contents',
    text: STORE_CONTENTS,
    values: [
      emails.map(({ id }) => id),
      textArray(emails.map(({ message }) => message.html)),
      textArray(emails.map(({ message }) => message.text)),
      textArray(
        emails.map(({ message }) => JSON.stringify(message.headers.map(({ name, value }) => [name, value]))),
      ),
    ],
  });
}

/**
 * Inserts the files of messages, which are uploads until then.
 * @returns the files of each message, by its id
 */
export async function insertReceivedAttachments(
  transaction: Transaction,
  emails: readonly ReadEmail[],
  ids: Ids,
): Promise<Map<string, ReadAttachment[]>> {
  const attachments = new Map(emails.map(({ id, message }) => [id, withIds(message.attachments, ids)]));
  const rows = emails.flatMap(({ id: receivedId, accountId }) =>
    (attachments.get(receivedId) ?? []).map((file, position) => ({
      ...file,
      receivedId,
      accountId,
      position,
    })),
  );
  if (rows.length === 0) return attachments;
  await Promise.all([
    claimUploads(
      transaction,
      rows.map(({ fileId }) => fileId),
    ),
    transaction.query({
      name: 'insert-received-attachments',
      text: INSERT_ATTACHMENTS,
      values: SENT.values(rows),
    }),
  ]);
  return attachments;
}

/** Lists show the largest id first, so the first file gets the largest id. */
function withIds(files: readonly ParsedAttachment[], ids: Ids): ReadAttachment[] {
  const made = files.map(() => ids.next()).reverse();
  return files.map((file, index) => ({ ...file, id: made[index] ?? '' }));
}
