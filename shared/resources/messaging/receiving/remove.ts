// Removes received emails at once, with their bytes and files: at the request of their account, and of a person who is
// erased.

import type { Queryable } from '../../../platform/db/connect.ts';
import { contentsDeletion } from '../../../platform/storage/uploads.ts';
import { RECEIVED_CHUNKS } from './chunks.ts';

/** A message that is not parsed yet stays: for clients it does not exist, and no sender of it is known. */
const REMOVE = `
  WITH removed AS (
    DELETE FROM received_emails WHERE id = ANY(ARRAY(
      SELECT id FROM received_emails WHERE account_id = $1 AND id = ANY($2::uuid[]) AND parsed_at IS NOT NULL
      ORDER BY id FOR UPDATE))
    RETURNING id
  ), contents AS (
    DELETE FROM received_contents WHERE id = ANY(ARRAY(SELECT id FROM removed)) RETURNING raw_id
  ), files AS (
    DELETE FROM received_attachments WHERE received_id = ANY(ARRAY(SELECT id FROM removed)) RETURNING stored_id
  ), bytes AS (
    ${contentsDeletion('ARRAY(SELECT raw_id FROM contents UNION ALL SELECT stored_id FROM files)', RECEIVED_CHUNKS)}
  )
  SELECT id FROM removed`;

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
