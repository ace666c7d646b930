// Forces plans that are the same for few and for very many rows: for removals, and for counts that stop at a bound.
import type { Transaction } from '../transaction.ts';

/**
 * Leaves the statements of a transaction one kind of plan, whatever the statistics say: along the index that has the order which
 * a statement asks for, no further than its LIMIT. A plan that reads a whole table would read the rows of others; one that sorts
 * would read all rows of their owner.
 */
export async function readAlongIndexes(client: Transaction): Promise<void> {
  await client.query({
    name: 'read-along-indexes',
    text: `SELECT set_config(setting, 'off', true) FROM unnest(ARRAY['enable_seqscan', 'enable_bitmapscan', 'enable_sort'])
             AS setting`,
  });
}
