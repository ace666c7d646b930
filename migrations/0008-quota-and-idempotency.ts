// Creates the tables of used quota (by account, day and month) and of idempotency keys.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- fillfactor leaves room for the next version of a row on its page, and no index names what changes.
    CREATE TABLE email_usage (
      account_id uuid NOT NULL,
      period text NOT NULL CHECK (period IN ('day', 'month')),
      starts_on date NOT NULL,
      used integer NOT NULL CHECK (used >= 0),
      PRIMARY KEY (account_id, period, starts_on)
    ) WITH (fillfactor = 50);

    -- A row without an answer is a reservation: its owner may finish it, others may take it over when the lease ends.
    CREATE TABLE idempotency_keys (
      account_id uuid NOT NULL,
      key text NOT NULL,
      fingerprint bytea NOT NULL,
      owner_token uuid NOT NULL,
      lease_until timestamptz NOT NULL,
      created_at timestamptz NOT NULL,
      status_code smallint,
      answer text,
      PRIMARY KEY (account_id, key)
    );
    CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);
  `);
}
