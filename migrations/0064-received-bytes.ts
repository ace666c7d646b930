// Bytes of received emails: what an account may receive on a UTC day, by its plan, and what it has received. Both columns
// are added without rewriting their tables; what a worker of the release before reads is not counted.
import type { Knex } from 'knex';

/** No transaction holds the locks of both tables. */
export const config = { transaction: false };

const GB = 1_000_000_000;
/** Plan → bytes a day; other plans have no limit. */
const LIMITS = { free: GB, pro: 10 * GB, scale: 100 * GB };

export async function up(knex: Knex): Promise<void> {
  await knex.raw(
    'ALTER TABLE plans ADD COLUMN IF NOT EXISTS daily_received_bytes_limit bigint CHECK (daily_received_bytes_limit >= 0)',
  );
  await knex.raw('ALTER TABLE email_usage ADD COLUMN IF NOT EXISTS received_bytes bigint NOT NULL DEFAULT 0');
  for (const [plan, bytes] of Object.entries(LIMITS))
    await knex.raw('UPDATE plans SET daily_received_bytes_limit = ? WHERE id = ?', [bytes, plan]);
}
