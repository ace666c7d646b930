// Removes received emails at once, with their bytes and files: at the request of their account, and for an erased
// person; and the reports about that person.

import type { Queryable } from '../../../platform/db/connect.ts';
import { contentsDeletion } from '../../../platform/storage/uploads.ts';
import { ERASED_ADDRESS } from '../../foundation/erasing/eraser.ts';
import { RECEIVED_CHUNKS } from './chunks.ts';

/** @param rows SQL of the locked ids */
const removalOf = (rows: string) => `
  WITH removed AS (
    DELETE FROM received_emails WHERE id = ANY(ARRAY(${rows})) RETURNING id
  ), contents AS (
    DELETE FROM received_contents WHERE id = ANY(ARRAY(SELECT id FROM removed)) RETURNING raw_id
  ), files AS (
    DELETE FROM received_attachments WHERE received_id = ANY(ARRAY(SELECT id FROM removed)) RETURNING stored_id
  ), bytes AS (
    ${contentsDeletion('ARRAY(SELECT raw_id FROM contents UNION ALL SELECT stored_id FROM files)', RECEIVED_CHUNKS)}
  )
  SELECT id FROM removed`;

/** A message that is not parsed yet stays: for clients it does not exist, and no sender of it is known. */
const REMOVE = removalOf(`
  SELECT id FROM received_emails WHERE account_id = $1 AND id = ANY($2::uuid[]) AND parsed_at IS NOT NULL
  ORDER BY id FOR UPDATE`);

const REPORTS_AT_ONCE = 100;

/**
 * A report that a worker is recording is skipped: the worker has locked it and waits for the email, which the caller
 * has locked. It has no effect any more (emails/reports/reported-recipient.ts).
 */
const REMOVE_REPORTS = removalOf(`
  SELECT id FROM received_emails WHERE recipient_id = ANY(ARRAY(
    SELECT id FROM email_recipients WHERE email_id = ANY($1::uuid[]) AND address = $2))
  ORDER BY id LIMIT ${REPORTS_AT_ONCE} FOR UPDATE SKIP LOCKED`);

/** Removes emails of an account. @returns the ids of those that existed */
export async function removeReceived(
  database: Queryable,
  accountId: string,
  ids: readonly string[],
): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>({
    name: 'remove-received-emails',
    text: REMOVE,
    values: [accountId, ids],
  });
  return rows.map(({ id }) => id);
}

/** Removes the reports about recipients of emails that have lost their address to an erasure. */
export async function removeReportsOfErased(database: Queryable, emailIds: readonly string[]): Promise<void> {
  if (emailIds.length === 0) return;
  let removed: number;
  do {
    const { rows } = await database.query<{ id: string }>({
      name: 'remove-reports-of-erased',
      text: REMOVE_REPORTS,
      values: [emailIds, ERASED_ADDRESS],
    });
    removed = rows.length;
  } while (removed === REPORTS_AT_ONCE);
}
