// What limits sending beside the configuration switch: how many requests each client has made.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Unlogged: counters of one minute need not survive a crash of Postgres, and nobody waits for the disk.
    -- fillfactor leaves room for the next version of a row on its page, and no index names what changes.
    CREATE UNLOGGED TABLE rate_limits (
      key text PRIMARY KEY,
      used integer NOT NULL,
      window_ends_at timestamptz NOT NULL
    ) WITH (fillfactor = 50);
  `);
}
