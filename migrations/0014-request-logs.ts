// Extends request logs: indexes for the filters of the list, a sequence that makes ids unique over all processes, and a
// reference to the contents of the mail that a request has sent, so that they are not stored twice. Before this version
// no log was written, so the indexes are built on empty tables. Adds the allowed addresses of API keys.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE logs ADD COLUMN content_id uuid;
    CREATE INDEX logs_method ON logs (account_id, method, id);
    CREATE INDEX logs_status_class ON logs (account_id, (response_status / 100), id);
    CREATE INDEX logs_endpoint ON logs (account_id, endpoint, id);

    -- The lower 20 bits of a log's id (0002-mail.ts).
    CREATE SEQUENCE log_counter MINVALUE 0 MAXVALUE 1048575 CYCLE;

    -- From where a key may be used; null: from everywhere.
    ALTER TABLE api_keys ADD COLUMN allowed_addresses cidr[];
  `);
}
