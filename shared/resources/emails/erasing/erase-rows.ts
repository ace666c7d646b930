// Takes a person out of the rows of emails. The columns for the filters of the list follow: the key of the sender and
// the keys of the tags.
import type { Transaction } from '../../../platform/db/transaction.ts';
import { mapInTurns } from '../../../platform/sharing/turns.ts';
import { ERASED_ADDRESS, type Eraser } from '../../contacts/erasures/text/eraser.ts';
import type { EmailStatus, Tag } from '../email.ts';
import { tagKeysOf } from '../tag-keys.ts';

/** An email as it is stored. */
export interface StoredEmail {
  id: string;
  accountId: string;
  contentId: string;
  status: EmailStatus;
  from: string;
  fromKey: string;
  to: string[];
  cc: string[] | null;
  bcc: string[] | null;
  replyTo: string[] | null;
  subject: string;
  previewText: string | null;
  headers: Record<string, string> | null;
  tags: Tag[] | null;
  attachmentCount: number;
}

/** One parameter of JSON instead of arrays of arrays, which `unnest` cannot take apart. */
const UPDATE = `
  UPDATE emails
  SET from_address = erased.from_address, from_key = erased.from_key, to_addresses = erased.to_addresses,
      cc_addresses = erased.cc_addresses, bcc_addresses = erased.bcc_addresses,
      reply_to_addresses = erased.reply_to_addresses, subject = erased.subject, preview_text = erased.preview_text,
      headers = erased.headers, tags = erased.tags, tag_keys = erased.tag_keys
  FROM jsonb_to_recordset($1::jsonb) AS erased
    (id uuid, from_address text, from_key text, to_addresses text[], cc_addresses text[], bcc_addresses text[],
     reply_to_addresses text[], subject text, preview_text text, headers jsonb, tags jsonb, tag_keys bigint[])
  WHERE emails.id = erased.id AND emails.id = ANY($2::uuid[])`;

/** Writes emails without the person. */
export async function eraseEmailRows(
  client: Transaction,
  emails: readonly StoredEmail[],
  eraser: Eraser,
): Promise<void> {
  if (emails.length === 0) return;
  const erased = await mapInTurns(emails, (email) => eraseRow(email, eraser));
  await client.query({
    name: 'erase-emails',
    text: UPDATE,
    values: [JSON.stringify(erased), emails.map(({ id }) => id)],
  });
}

function eraseRow(email: StoredEmail, eraser: Eraser) {
  const from = eraser.eraseMailbox(email.from);
  const mailboxes = (texts: string[] | null) => texts?.map((text) => eraser.eraseMailbox(text));
  const tags = email.tags?.map((tag) => eraseTag(tag, eraser));
  return {
    id: email.id,
    from_address: from,
    from_key: from === email.from ? email.fromKey : ERASED_ADDRESS,
    to_addresses: mailboxes(email.to),
    cc_addresses: mailboxes(email.cc),
    bcc_addresses: mailboxes(email.bcc),
    reply_to_addresses: mailboxes(email.replyTo),
    subject: eraser.eraseText(email.subject),
    preview_text: email.previewText && eraser.eraseText(email.previewText),
    headers: eraser.eraseValue(email.headers),
    tags,
    tag_keys: tags?.length ? tagKeysOf(email.accountId, tags) : null,
  };
}

/** A tag has no characters that an address needs. */
function eraseTag({ name, value }: Tag, eraser: Eraser): Tag {
  return { name: eraser.eraseNames(name), value: eraser.eraseNames(value) };
}
