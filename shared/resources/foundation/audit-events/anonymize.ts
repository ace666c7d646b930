// Removes the account and every address from the audit events of a removed account: the acts and their times stay,
// until retention removes them.
import type { Transaction } from '../../../platform/db/transaction.ts';

/** The target of an act may be named by an address. */
const ANONYMIZE = `
  UPDATE audit_events
  SET account_id = NULL, actor_id = NULL, actor_email = NULL, actor_name = NULL, address = NULL, user_agent = NULL,
      target_id = CASE WHEN target_id ~ '^[0-9a-f/-]+$' THEN target_id END
  WHERE id = ANY(ARRAY(
    SELECT id FROM audit_events WHERE account_id = $1 AND id > $2 ORDER BY id LIMIT $3 FOR UPDATE))
  RETURNING id::text`;

/** @returns the id of the last changed event; undefined: there are no more */
export async function anonymizeAuditEvents(
  client: Transaction,
  { accountId, after, limit }: { accountId: string; after: string; limit: number },
): Promise<{ last: string | undefined; count: number }> {
  const { rows } = await client.query<{ id: string }>({
    name: 'anonymize-audit-events',
    text: ANONYMIZE,
    values: [accountId, after, limit],
  });
  const ids = rows.map(({ id }) => id).sort();
  return { last: ids.at(-1), count: ids.length };
}
