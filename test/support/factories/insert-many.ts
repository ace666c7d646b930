// Fills accounts up to one of their limits.
import type { Pool } from 'pg';

/** Table → the values of its required columns, as SQL over `n`. */
const ROWS = {
  api_keys: {
    columns: 'name, prefix, key_hash, permission',
    values: "'Key ' || n, 'ph_' || n, sha256((account.id || '/' || n)::bytea), 'full_access'",
  },
  automations: {
    columns: 'domain, audience_id, name, status, trigger, reentry, graph',
    values:
      "'acme.dev', account.id, 'Automation ' || n, 'disabled', 'contact.created', 'always', '{\"steps\": [], \"connections\": []}'",
  },
  domains: { columns: 'name, audience_id', values: "'d' || n || '.acme.dev', account.id" },
  events: { columns: 'name', values: "'event_' || n" },
  segments: { columns: 'audience_id, name', values: "uuid_v7(now()), 'Segment ' || n" },
  topics: {
    columns: 'name, default_subscription, visibility, updated_at',
    values: "'Topic ' || n, 'opt_in', 'public', now()",
  },
  contact_properties: { columns: 'number, key, type', values: "n, 'key_' || n, 'string'" },
} as const;

/** Inserts `count` rows of each of these accounts; the rows of the accounts alternate. */
export async function insertMany(
  pool: Pool,
  table: keyof typeof ROWS,
  accountIds: readonly string[],
  count: number,
): Promise<void> {
  const { columns, values } = ROWS[table];
  await pool.query(
    `INSERT INTO ${table} (id, account_id, created_at, ${columns})
     SELECT uuid_v7(now() + n * interval '1 ms'), account.id, now(), ${values}
     FROM generate_series(1, $2::integer) AS n, unnest($1::uuid[]) AS account (id)`,
    [accountIds, count],
  );
}
