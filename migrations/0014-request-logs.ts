// Request logs and limits of API keys. Logs: where each is found by a filter, what makes its id unique over all
// processes, and where the contents of a mail are that its request has sent, so that they are not stored twice. No log
// was written before this version, so the indexes are made on empty tables.
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
