// Adds addresses to the suppression list of their account: no more mail is sent to them until they are removed.
import type { Transaction } from '../../platform/db/transaction.ts';
import type { SuppressionOrigin } from './suppression.ts';

/** One entry of the suppression list. */
export interface NewSuppression {
  id: string;
  accountId: string;
  /** Key form (shared/mail/addresses.ts). */
  address: string;
  origin: SuppressionOrigin;
  /** The email that caused the entry; null if a person added it. */
  emailId: string | null;
  /** The reply of the server to that email; null if there was none. */
  smtpReply: string | null;
  createdAt: Date;
}

/** Inserts entries. An address that is already on the list keeps its first origin. */
export async function insertSuppressions(
  transaction: Transaction,
  suppressions: readonly NewSuppression[],
): Promise<void> {
  if (suppressions.length === 0) return;
  await transaction.query({
    name: 'insert-suppressions',
    text: `INSERT INTO suppressions (id, account_id, address, reason, email_id, created_at, smtp_reply)
           SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::uuid[], $6::timestamptz[], $7::text[])
             AS entry (id, account_id, address, reason, email_id, created_at, smtp_reply)
           ORDER BY account_id, address
           ON CONFLICT (account_id, address) DO NOTHING`,
    values: [
      suppressions.map(({ id }) => id),
      suppressions.map(({ accountId }) => accountId),
      suppressions.map(({ address }) => address),
      suppressions.map(({ origin }) => origin),
      suppressions.map(({ emailId }) => emailId),
      suppressions.map(({ createdAt }) => createdAt),
      suppressions.map(({ smtpReply }) => smtpReply),
    ],
  });
}
