// Takes a person out of emails: out of the email and its contents, recipients, events and names of files. An email that
// is not finished is left alone, because it is still to be sent as its account wrote it. The lock of the email is the
// one that every change of its recipients takes, so nothing of it changes meanwhile.
import type { Transaction } from '../../../platform/db/transaction.ts';
import type { Eraser } from '../../contacts/erasures/text/eraser.ts';
import { eraseEmailParts, type PartOwner } from './erase-parts.ts';
import { eraseEmailRows, type StoredEmail } from './erase-rows.ts';
import { UNFINISHED_STATUSES } from './find.ts';
import { findConcerned } from './find-concerned.ts';

/** Emails of an account. */
export interface EmailsToErase {
  accountId: string;
  ids: readonly string[];
  /** They are known to be about the person, whose address may have left them; otherwise only those that have it are. */
  areConcerned: boolean;
}

/** What was done. */
export interface ErasedEmails {
  /** Emails that are to be erased later. */
  unfinished: string[];
  erased: string[];
  /** Knows the names that the emails have given to the address. */
  eraser: Eraser;
}

const LOCK = `
  SELECT id, account_id AS "accountId", content_id AS "contentId", status, from_address AS "from", from_key AS "fromKey",
         to_addresses AS "to", cc_addresses AS cc, bcc_addresses AS bcc, reply_to_addresses AS "replyTo", subject,
         preview_text AS "previewText", headers, tags, attachment_count AS "attachmentCount"
  FROM emails WHERE id = ANY($1::uuid[]) AND account_id = $2 ORDER BY id FOR NO KEY UPDATE`;

/** Erases a person from emails. Emails that do not exist any more, or are about somebody else, are skipped. */
export async function eraseEmails(
  client: Transaction,
  { accountId, ids, areConcerned }: EmailsToErase,
  eraser: Eraser,
): Promise<ErasedEmails> {
  if (ids.length === 0) return { unfinished: [], erased: [], eraser };
  const { rows: locked } = await client.query<StoredEmail>({
    name: 'lock-emails-to-erase',
    text: LOCK,
    values: [ids, accountId],
  });
  const rows = areConcerned ? locked : await findConcerned(client, locked, eraser);
  const finished = rows.filter(({ status }) => !UNFINISHED_STATUSES.includes(status));
  const taught = eraser.learnFrom(rows.flatMap(mailboxesOf));
  await eraseEmailRows(client, finished, taught);
  await eraseEmailParts(client, finished.map(toOwner), taught);
  return {
    unfinished: rows.filter(({ status }) => UNFINISHED_STATUSES.includes(status)).map(({ id }) => id),
    erased: finished.map(({ id }) => id),
    eraser: taught,
  };
}

function mailboxesOf({ from, to, cc, bcc, replyTo }: StoredEmail): string[] {
  return [from, ...to, ...(cc ?? []), ...(bcc ?? []), ...(replyTo ?? [])];
}

function toOwner({ id, contentId, attachmentCount }: StoredEmail): PartOwner {
  return { id, contentId, hasAttachments: attachmentCount > 0 };
}
