// Gives the recipients of a test group their variants, before the first mail is released: the first ones in the order
// of release, alternating. So the groups differ by at most one, whatever dies or is paused later.
import type { Transaction } from '../../../platform/db/transaction.ts';

/** The next part of a group. */
export interface VariantPage {
  dispatchId: string;
  /** When the audience was taken: all of its recipients are due then. */
  dueAt: Date;
  variants: number;
  /** How many have got their variant, and the sort_key of the last one of those; null: none yet. */
  taken: number;
  lastKey: number | null;
  limit: number;
}

/**
 * Recipients with the sort_key of the last one may have a variant already. `variant` is not in an index, so no index is
 * written.
 */
const ASSIGN = `
  WITH next AS MATERIALIZED (
    SELECT contact_id, sort_key, row_number() OVER (ORDER BY sort_key, contact_id) - 1 AS place
    FROM (SELECT contact_id, sort_key FROM campaign_recipients
          WHERE dispatch_id = $1 AND state = 'pending' AND due_at = $6 AND variant IS NULL
            AND sort_key >= coalesce($4::integer, -2147483648)
          ORDER BY sort_key, contact_id LIMIT $5) AS pending
  ), assigned AS (
    UPDATE campaign_recipients AS recipient SET variant = ($3 + next.place) % $2
    FROM next
    WHERE recipient.dispatch_id = $1 AND recipient.contact_id = next.contact_id
      AND recipient.contact_id = ANY(ARRAY(SELECT contact_id FROM next))
    RETURNING next.sort_key
  )
  SELECT count(*)::integer AS taken, max(sort_key) AS "lastKey" FROM assigned`;

/** Gives the next recipients their variants. @returns fewer than the limit if no more are pending */
export async function assignVariants(
  client: Transaction,
  { dispatchId, dueAt, variants, taken, lastKey, limit }: VariantPage,
): Promise<{ taken: number; lastKey: number | null }> {
  const { rows } = await client.query<{ taken: number; lastKey: number | null }>({
    name: 'assign-variants',
    text: ASSIGN,
    values: [dispatchId, variants, taken, lastKey, limit, dueAt],
  });
  return rows[0] ?? { taken: 0, lastKey: null };
}
