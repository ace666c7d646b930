// The rows of an account by which a deletion finds rows of other tables.
import type { FindParent, RemovedParent } from '../../../platform/removal/removed-rows.ts';

/** @param ref the column that the other tables name */
function parentsIn(table: string, ref = 'id'): FindParent {
  const text = `SELECT id, ${ref} AS ref FROM ${table} WHERE account_id = $1 AND id > $2 ORDER BY id LIMIT 1`;
  return async (client, accountId, after) => {
    const name = `find-next-of-removed-${table}-${ref}`;
    const { rows } = await client.query<RemovedParent>({ name, text, values: [accountId, after] });
    return rows[0];
  };
}

export const ofCampaigns = parentsIn('campaigns');
export const ofDispatches = parentsIn('campaigns', 'dispatch_id');
export const ofAutomations = parentsIn('automations');
export const ofWebhooks = parentsIn('webhooks');
