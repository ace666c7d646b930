// An ordinary migration for tests: its changes and its entry in knex_migrations are one transaction.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw('CREATE TABLE made_up ()');
}
