// The names of campaigns of an account, for what knows only their ids.
import type { Queryable } from '../../../platform/db/connect.ts';

/** Id → name; those that were deleted are absent. */
export async function findCampaignNames(
  database: Queryable,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await database.query<{ id: string; name: string }>({
    name: 'find-campaign-names',
    text: 'SELECT id, name FROM campaigns WHERE id = ANY($1::uuid[]) AND account_id = $2 AND deleted_at IS NULL',
    values: [ids, accountId],
  });
  return new Map(rows.map(({ id, name }) => [id, name]));
}
