// Stores the number of contacts of a segment, unless its filter has changed since they were counted.
import type { Queryable } from '../../../../platform/db/connect.ts';
import { SEGMENT_COLUMNS, type Segment } from '../segment.ts';

/**
 * Stores a count. An equal count is not written again within a minute: pages that show the segment would see a change,
 * read again, and so cause endless counting.
 * @returns the segment; undefined: nothing was written, because of that, another filter, or a deletion
 */
export async function storeCount(
  database: Queryable,
  { accountId, id, filter }: Segment,
  count: number,
  countedAt: Date,
): Promise<Segment | undefined> {
  const { rows } = await database.query<Segment>({
    name: 'store-segment-count',
    text: `UPDATE segments SET contacts_count = $4, counted_at = $5
           WHERE id = $1 AND account_id = $2 AND filter IS NOT DISTINCT FROM $3::jsonb
             AND (contacts_count IS DISTINCT FROM $4 OR counted_at < $5::timestamptz - interval '1 minute')
           RETURNING ${SEGMENT_COLUMNS}`,
    values: [id, accountId, filter && JSON.stringify(filter), count, countedAt],
  });
  return rows[0];
}
