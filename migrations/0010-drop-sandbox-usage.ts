// Drops the counters of the sandbox: the daily use in the sandbox is counted with the daily quota (email_usage), which
// also refunds it.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw('DROP TABLE sandbox_usage');
}
