// Writes hosts of tracked links. A host stays for ever, because the links in sent mail never end; whether new mail uses it
// depends on its last checks (shared/resources/messaging/domains/checks/check-tracking-host.ts).
import type { Queryable } from '../../../platform/db/connect.ts';

/** Adds a host; from then on it is served. It is not ready. */
export async function insertTrackingHost(database: Queryable, host: string, now: Date): Promise<void> {
  await database.query({
    name: 'insert-tracking-host',
    text: `INSERT INTO tracking_hosts (host, is_ready, created_at) VALUES ($1, false, $2)
           ON CONFLICT (host) DO NOTHING`,
    values: [host, now],
  });
}

/** Sets whether new mail uses a host; one that was never added is not. */
export async function updateHostReadiness(
  database: Queryable,
  host: string,
  isReady: boolean,
): Promise<void> {
  await database.query({
    name: 'update-host-readiness',
    text: 'UPDATE tracking_hosts SET is_ready = $2 WHERE host = $1 AND is_ready <> $2',
    values: [host, isReady],
  });
}
