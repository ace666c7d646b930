// Makes the suppression list readable: an entry keeps the reply of the server that caused it (the email with the reply
// is removed by retention long before the entry), and the list and its filter by origin get an index each.
import type { Knex } from 'knex';

/** An index cannot be built concurrently in a transaction. */
export const config = { transaction: false };

const INDEXES = [
  { name: 'suppressions_page', columns: '(account_id, id)' },
  { name: 'suppressions_reason', columns: '(account_id, reason, id)' },
];

export async function up(knex: Knex): Promise<void> {
  await knex.raw('ALTER TABLE suppressions ADD COLUMN IF NOT EXISTS smtp_reply text');
  for (const { name, columns } of INDEXES) {
    if (await isValid(knex, name)) continue;
    // The invalid index that an interrupted build has left.
    await knex.raw(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
    await knex.raw(`CREATE INDEX CONCURRENTLY ${name} ON suppressions ${columns}`);
  }
}

/** Whether an earlier run has built the index completely. */
async function isValid(knex: Knex, index: string): Promise<boolean> {
  const { rows } = await knex.raw('SELECT FROM pg_index WHERE indexrelid = to_regclass(?) AND indisvalid', [
    index,
  ]);
  return rows.length > 0;
}
