// A page of each list that the account of the scenario `dashboard` has nothing in, but for mail and its logs. The webhooks
// are disabled: no event of the scenario writes messages for them.
import type { Database } from '../../shared/platform/db/connect.ts';

const STATEMENTS = [
  `INSERT INTO webhooks (id, account_id, endpoint_url, events, status, signing_secret, created_at, updated_at)
   SELECT uuid_v7(at), $1, 'https://hooks.customer.example/' || number, '{email.sent,email.delivered,email.bounced}',
          'disabled', '\\x00', at, at`,
  `INSERT INTO suppressions (id, account_id, address, reason, smtp_reply, created_at)
   SELECT uuid_v7(at), $1, 'person' || number || '@customer.example', 'bounce', '550 5.1.1 There is no such user', at`,
  `INSERT INTO api_keys (id, account_id, name, prefix, key_hash, permission, created_at, last_used_at)
   SELECT uuid_v7(at), $1, 'Key ' || number, 'ph_bench', sha256(number::text::bytea), 'full_access', at, at`,
];
const ROWS = `
  FROM generate_series(1, $2::integer) AS number
  CROSS JOIN LATERAL (SELECT now() - number * interval '1 hour' AS at) AS time`;

/** @param rows of each list */
export async function fillOtherLists(database: Database, accountId: string, rows: number): Promise<void> {
  for (const statement of STATEMENTS) await database.query(statement + ROWS, [accountId, rows]);
}
