// Finds which of some names are hosts of tracked links.
import type { Queryable } from '../../../platform/db/connect.ts';

/** @returns the hosts that are served */
export async function findTrackingHosts(
  database: Queryable,
  hosts: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await database.query<{ host: string }>({
    name: 'find-tracking-hosts',
    text: 'SELECT host FROM tracking_hosts WHERE host = ANY($1::text[])',
    values: [hosts],
  });
  return new Set(rows.map(({ host }) => host));
}
