// A migration as most are: what it does and the note that it was done are one transaction.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw('CREATE TABLE made_up ()');
}
