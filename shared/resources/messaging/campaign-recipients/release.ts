// Releases recipients of a dispatch: the next ones in their order, and what becomes of them, in the transaction that stores
// their mail. A row is released only while it is pending, so a mail that is repeated stores nothing.
import type { Queryable } from '../../../platform/db/connect.ts';
import type { Transaction } from '../../../platform/db/transaction.ts';
import { inTestGroup, type ReleaseCursor } from './release-order.ts';

/** Why a contact of the audience gets no mail. */
export type LeftOutReason =
  | 'unsubscribed'
  | 'opted_out'
  | 'suppressed'
  | 'reserved'
  | 'invalid'
  | 'deleted'
  | 'render_failed';

/** A recipient whose turn it is. */
export interface PendingRecipient extends ReleaseCursor {
  contactId: string;
  /** Null: the contact was deleted. */
  address: string | null;
  /** Its place among the variants of a test; null: it is in no test group. */
  variant: number | null;
}

/**
 * The order of the index of unfinished rows. Rows before the cursor are left out, because the index keeps released rows
 * until they are vacuumed.
 */
const FIND_PENDING = `
  SELECT contact_id AS "contactId", due_at AS "dueAt", sort_key AS "sortKey", contacts.email AS address, variant
  FROM (SELECT contact_id, due_at, sort_key, variant FROM campaign_recipients
        WHERE dispatch_id = $1 AND state = 'pending' AND due_at <= $3 ${inTestGroup('$7', '$8')}
          AND (due_at, sort_key) >= (coalesce($4::timestamptz, '-infinity'), coalesce($5::integer, -2147483648))
        ORDER BY due_at, sort_key LIMIT $6) AS next
  LEFT JOIN LATERAL (SELECT email FROM contacts WHERE id = contact_id AND account_id = $2 OFFSET 0) AS contacts ON true
  ORDER BY due_at, sort_key`;

/** The recipients to find. */
export interface WantedRecipients {
  /** The position from which on they are read; null: all of them. */
  cursor: ReleaseCursor | null;
  /** The last one of the test group: only those in it; null: all. */
  lastOfTest: ReleaseCursor | null;
  now: Date;
  limit: number;
}

/** Finds the next recipients that are due. */
export async function findPendingRecipients(
  database: Queryable,
  { dispatchId, accountId }: { dispatchId: string; accountId: string },
  { cursor, lastOfTest, now, limit }: WantedRecipients,
): Promise<PendingRecipient[]> {
  const { rows } = await database.query<PendingRecipient>({
    name: 'find-pending-campaign-recipients',
    text: FIND_PENDING,
    values: [
      dispatchId,
      accountId,
      now,
      cursor?.dueAt,
      cursor?.sortKey,
      limit,
      lastOfTest?.dueAt,
      lastOfTest?.sortKey,
    ],
  });
  return rows;
}

/** The result for a recipient: its mail is released, or it is left out. */
export type ReleasedRecipient = {
  dispatchId: string;
  contactId: string;
  /** The variant of a test that it gets, or would have got; null: it gets what the campaign says. */
  variant: number | null;
} & ({ emailId: string; reason: null } | { emailId: null; reason: LeftOutReason });

/**
 * Each row is looked up alone: Postgres would else probe the key for each pair of a release. CASE keeps the index of unfinished
 * rows away, with which it would read all that is pending. Each dispatch is once in the array by which the key is probed: it
 * is probed for each pair of a dispatch and a contact.
 */
const RELEASE = `
  WITH present AS MATERIALIZED (
    SELECT id FROM contacts WHERE id = ANY($6::uuid[]) ORDER BY id FOR KEY SHARE
  ), locked AS (
    SELECT given.* FROM (
      SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $7::smallint[])
        AS given (dispatch_id, contact_id, email_id, reason, variant)
      ORDER BY dispatch_id, contact_id) AS given
    CROSS JOIN LATERAL (
      SELECT FROM campaign_recipients
      WHERE dispatch_id = given.dispatch_id AND contact_id = given.contact_id
        AND CASE state WHEN 'pending' THEN true END
      FOR NO KEY UPDATE) AS recipient
    WHERE given.email_id IS NULL OR given.contact_id IN (SELECT id FROM present)
  )
  UPDATE campaign_recipients AS recipient
  SET state = CASE WHEN locked.reason IS NULL THEN 'released' ELSE 'left_out' END,
      email_id = locked.email_id, reason = locked.reason, variant = locked.variant
  FROM locked
  WHERE recipient.dispatch_id = locked.dispatch_id AND recipient.contact_id = locked.contact_id
    AND recipient.dispatch_id = ANY($5::uuid[]) AND recipient.contact_id = ANY($2::uuid[])
  RETURNING recipient.dispatch_id AS "dispatchId", recipient.contact_id AS "contactId"`;

/**
 * Releases recipients that are pending and whose contacts exist until the commit: a contact that is deleted, or erased, is not
 * mailed afterwards. @returns those that were, as `<dispatch> <contact>`
 */
export async function releaseRecipients(
  client: Transaction,
  released: readonly ReleasedRecipient[],
): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ dispatchId: string; contactId: string }>({
    name: 'release-campaign-recipients',
    text: RELEASE,
    values: [
      released.map(({ dispatchId }) => dispatchId),
      released.map(({ contactId }) => contactId),
      released.map(({ emailId }) => emailId),
      released.map(({ reason }) => reason),
      [...new Set(released.map(({ dispatchId }) => dispatchId))],
      released.flatMap(({ contactId, emailId }) => (emailId === null ? [] : [contactId])),
      released.map(({ variant }) => variant),
    ],
  });
  return new Set(rows.map(recipientKeyOf));
}

/** Names a recipient. */
export function recipientKeyOf({ dispatchId, contactId }: { dispatchId: string; contactId: string }): string {
  return `${dispatchId} ${contactId}`;
}
