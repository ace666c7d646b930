// Keeps by which email's link an address has unsubscribed. A process of the release before leaves the column null: then
// it is not known. Columns without a default do not rewrite the table.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw('ALTER TABLE unsubscribes ADD COLUMN email_id uuid');
}
