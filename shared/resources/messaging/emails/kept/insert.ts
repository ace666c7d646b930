// Inserts the kept messages of a group of emails, in their transaction. From then on the uploaded contents belong to the
// emails. Nearly every email is composed; for those there is no statement.
import type { Transaction } from '../../../../platform/db/transaction.ts';
import { claimUploads } from '../../../../platform/storage/uploads.ts';
import type { NewEmail } from '../email.ts';

const INSERT = `
  WITH kept AS (
    INSERT INTO email_kept_messages (id, content_id) SELECT * FROM unnest($1::uuid[], $2::uuid[])
  )
  UPDATE emails SET kept_size = kept.size
  FROM unnest($1::uuid[], $3::integer[]) AS kept (id, size)
  WHERE emails.id = kept.id AND emails.id = ANY($1::uuid[])`;

/** Inserts the kept messages of emails that were inserted in this transaction. */
export async function insertKept(transaction: Transaction, emails: readonly NewEmail[]): Promise<void> {
  const rows = emails.flatMap(({ id, kept }) => (kept ? [{ id, kept }] : []));
  if (rows.length === 0) return;
  const contentIds = rows.map(({ kept }) => kept.id);
  await transaction.query({
    name: 'accept-kept',
    text: INSERT,
    values: [rows.map(({ id }) => id), contentIds, rows.map(({ kept }) => kept.size)],
  });
  await claimUploads(transaction, contentIds);
}
