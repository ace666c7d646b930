// Creates the counters of email metrics, per quarter of an hour: in every time zone a day begins at a quarter. A
// counter is sharded over several rows (slots), so that two writers seldom wait for the same row; readers add them up.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- fillfactor leaves room for the next version of a row on its page, and no index names what changes.
    CREATE TABLE email_metrics (
      account_id uuid NOT NULL,
      starts_at timestamptz NOT NULL,
      domain_id uuid NOT NULL,
      metric text NOT NULL,
      slot smallint NOT NULL,
      count integer NOT NULL,
      PRIMARY KEY (account_id, starts_at, domain_id, metric, slot)
    ) WITH (fillfactor = 50);
  `);
}
