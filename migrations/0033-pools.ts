// The From of a domain's automations that name none. A process of the release before leaves it null. The column has no
// default, so the table is not rewritten.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw('ALTER TABLE domains ADD COLUMN default_from text');
}
