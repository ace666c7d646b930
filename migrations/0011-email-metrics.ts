// What happened to an account's emails, counted by quarter of an hour: no time zone's day begins within one. A counter
// has several rows, its slots, so that two writers seldom wait for the same one; a reader adds them up.
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
