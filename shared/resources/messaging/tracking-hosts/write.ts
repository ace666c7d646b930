// Adds hosts of tracked links. A host stays for ever, because the links in sent mail never end; whether the new mail of a
// domain uses it depends on its last checks (shared/resources/messaging/domains/checks/check-tracking-host.ts).
import type { Queryable } from '../../../platform/db/connect.ts';

/** Hosts that a name of a domain may have had: each is served for ever, and the proxy gets a certificate for it. */
export const HOSTS_OF_DOMAIN_MAX = 10;

const INSERT = `
  WITH added AS (
    INSERT INTO tracking_hosts (host, domain, created_at)
    SELECT $1, $2, $3 WHERE (SELECT count(*) FROM tracking_hosts WHERE domain = $2) < ${HOSTS_OF_DOMAIN_MAX}
    ON CONFLICT (host) DO NOTHING RETURNING host
  )
  SELECT EXISTS (SELECT FROM added) OR EXISTS (SELECT FROM tracking_hosts WHERE host = $1) AS "isServed"`;

/**
 * Adds a host; from then on it is served.
 * @param domain the name of its domain
 * @returns false: the domain has had too many others
 */
export async function insertTrackingHost(
  database: Queryable,
  { host, domain }: { host: string; domain: string },
  now: Date,
): Promise<boolean> {
  const { rows } = await database.query<{ isServed: boolean }>({
    name: 'insert-tracking-host',
    text: INSERT,
    values: [host, domain, now],
  });
  return rows[0]?.isServed ?? false;
}
