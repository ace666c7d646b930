// Keeps what became of the mail of a one-time link, and when an address has bounced last: the service's own mail is sent to
// any address but to those that have just bounced. A process of the release before leaves the columns null: then the
// creation of an entry counts, and of a link is known only that it was mailed. The columns have no default, so the
// tables are not rewritten.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE suppressions
      -- When an email to the address has bounced last; null: as "reason" and "created_at" say.
      ADD COLUMN bounced_at timestamptz;
    ALTER TABLE one_time_links
      -- The email that has the link.
      ADD COLUMN email_id uuid,
      -- Why the link cannot be mailed to its address.
      ADD COLUMN refusal text;
  `);
}
