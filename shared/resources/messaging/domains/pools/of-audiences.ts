// Finds the names of the domains that use audiences.
import type { Queryable } from '../../../../platform/db/connect.ts';

/** An account may have ten thousand domains, which all use one audience. */
const SHOWN_MAX = 100;

/** @returns by the id of the audience, the names of its domains in alphabetical order: the first SHOWN_MAX */
export async function findDomainsOf(
  database: Queryable,
  accountId: string,
  audienceIds: readonly string[],
): Promise<ReadonlyMap<string, string[]>> {
  const { rows } = await database.query<{ audienceId: string; names: string[] }>({
    name: 'find-domains-of-audiences',
    text: `SELECT audience_id AS "audienceId", (array_agg(name ORDER BY name))[1:${SHOWN_MAX}] AS names
           FROM domains WHERE account_id = $1 AND audience_id = ANY($2::uuid[]) GROUP BY audience_id`,
    values: [accountId, audienceIds],
  });
  return new Map(rows.map(({ audienceId, names }) => [audienceId, names]));
}
