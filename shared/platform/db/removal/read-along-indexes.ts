// Plans of the statements of a removal, which are the same for few and for very many rows.
import type { Transaction } from '../transaction.ts';

/**
 * Leaves one kind of plan, whatever the statistics say: along the index that a removal names (removed-rows.ts), no further than
 * the step goes. One that reads a whole table would read the rows of others; one that sorts would read all rows that are left.
 */
export async function readAlongIndexes(client: Transaction): Promise<void> {
  await client.query({
    name: 'read-along-indexes',
    text: `SELECT set_config(setting, 'off', true) FROM unnest(ARRAY['enable_seqscan', 'enable_bitmapscan', 'enable_sort'])
             AS setting`,
  });
}
