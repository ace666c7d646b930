// Removes entries from the suppression list of an account: the next email to their addresses is sent. The removals are
// announced to webhooks in the same transaction.
import type { Database } from '../../../platform/db/connect.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import type { QueueProducer } from '../../../platform/queues/connect.ts';
import { fanOutEvents } from '../../foundation/webhooks/fan-out.ts';
import { BY_OPERATOR, recordOnTimeline } from '../timeline-records/record.ts';
import { suppressionEvents } from './event-data.ts';
import { SUPPRESSION_COLUMNS, type Suppression } from './suppression.ts';

/** Entries by their ids, or by their addresses in key form (shared/mail/addresses.ts). */
export type SuppressionKeys = { ids: readonly string[] } | { addresses: readonly string[] };

/** Dependencies of removing. */
export interface RemoveSuppressionsDeps {
  database: Database;
  queues: QueueProducer;
}

/** Locks the entries in the order of their key (docs/architecture/guarantees.md#lock-order). */
const removeWhere = (condition: string): string => `
  DELETE FROM suppressions WHERE id = ANY(ARRAY(
    SELECT id FROM suppressions WHERE account_id = $1 AND ${condition} ORDER BY address FOR UPDATE))
  RETURNING ${SUPPRESSION_COLUMNS}`;

/**
 * Removes entries. After the commit, the webhooks that subscribe to the events are woken.
 * @param by the actor, for timelines
 * @returns the removed entries in the order of the keys, each once; a key without an entry is left out
 */
export async function removeSuppressions(
  { database, queues }: RemoveSuppressionsDeps,
  accountId: string,
  keys: SuppressionKeys,
  now: Date,
  by = BY_OPERATOR,
): Promise<Suppression[]> {
  const byId = 'ids' in keys;
  const asked = byId ? keys.ids.map((id) => id.toLowerCase()) : keys.addresses;
  const removed = await transaction(database, async (client) => {
    const { rows } = await client.query<Suppression>({
      name: byId ? 'remove-suppressions-by-id' : 'remove-suppressions-by-address',
      text: removeWhere(byId ? 'id = ANY($2::uuid[])' : 'address = ANY($2::text[])'),
      values: [accountId, asked],
    });
    await fanOutEvents(client, suppressionEvents('suppression.removed', rows, now), queues);
    const records = rows.map(({ address: emailKey }) => ({
      type: 'suppression.removed' as const,
      emailKey,
      data: {},
    }));
    await recordOnTimeline(client, { accountId, by, now }, records);
    return rows;
  });
  const entryOf = new Map(removed.map((entry) => [byId ? entry.id : entry.address, entry]));
  return [...new Set(asked)].flatMap((key) => entryOf.get(key) ?? []);
}
