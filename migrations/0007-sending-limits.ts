// Creates the tables of further limits of sending: the rate limit, the operators' pause (in addition to the
// configuration switch), and the sandbox of accounts without production access.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Unlogged: counters of one minute need not survive a crash of Postgres, and no request waits for the disk.
    -- fillfactor leaves room for the next version of a row on its page, and no index names what changes.
    CREATE UNLOGGED TABLE rate_limits (
      key text PRIMARY KEY,
      used integer NOT NULL,
      window_ends_at timestamptz NOT NULL
    ) WITH (fillfactor = 50);

    -- No worker probes for the end of a pause: operators end it.
    ALTER TABLE sending_switches
      DROP CONSTRAINT sending_switches_name_check,
      ADD CONSTRAINT sending_switches_name_check CHECK (name IN ('configuration', 'pause')),
      ALTER COLUMN next_probe_at DROP NOT NULL,
      ADD CONSTRAINT sending_switches_probe_check CHECK (name = 'pause' OR next_probe_at IS NOT NULL);

    -- The address in the form in which it is compared, as in suppressions.
    CREATE TABLE confirmed_addresses (
      account_id uuid NOT NULL REFERENCES accounts (id),
      address text NOT NULL,
      confirmed_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (account_id, address)
    );

    -- Recipients of an account in the sandbox on the last UTC day on which it has sent.
    CREATE TABLE sandbox_usage (
      account_id uuid PRIMARY KEY REFERENCES accounts (id),
      day date NOT NULL,
      used integer NOT NULL CHECK (used >= 0)
    );
  `);
}
