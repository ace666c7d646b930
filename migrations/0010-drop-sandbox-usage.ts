// The sandbox's share of a day is counted with the quota's days (email_usage), which also gives it back.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw('DROP TABLE sandbox_usage');
}
