// Deletes the records of an erased person, in steps.
import type { Transaction } from '../../../platform/db/transaction.ts';

/** Records of one step. */
const STEP_RECORDS = 1_000;

/** The condition on the id finds them by the index. */
const ERASE = `
  DELETE FROM timeline_records WHERE id = ANY(ARRAY(
    SELECT id FROM timeline_records WHERE account_id = $1 AND email_key = $2 AND created_at <= $3
    ORDER BY id LIMIT ${STEP_RECORDS}))`;

/** Deletes the next records of an address that were made until a time. @returns whether there may be more */
export async function eraseTimelineRecords(
  client: Transaction,
  { accountId, emailKey, until }: { accountId: string; emailKey: string; until: Date },
): Promise<boolean> {
  const { rowCount } = await client.query({
    name: 'erase-timeline-records',
    text: ERASE,
    values: [accountId, emailKey, until],
  });
  return rowCount === STEP_RECORDS;
}
