// Notes of a recipient when a person has first opened the email and clicked in it. In a migration of its own, because a
// transaction that locks emails and then recipients could deadlock with a worker that sends. Columns without a default do
// not rewrite their table.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE email_recipients
      ADD COLUMN opened_at timestamptz,
      ADD COLUMN clicked_at timestamptz;
  `);
}
