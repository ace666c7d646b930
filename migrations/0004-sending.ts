// Creates the other tables for sending: the suppression list, DKIM keys, switches that stop all sending, and webhooks
// (their messages are written together with the events). Adds an index for each filter of the list of emails.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- RFC 9562 §5.7 in SQL, for rows that a statement makes from other rows.
    CREATE FUNCTION uuid_v7(instant timestamptz) RETURNS uuid LANGUAGE sql VOLATILE AS $$
      SELECT encode(set_bit(set_bit(overlay(
        uuid_send(gen_random_uuid())
        PLACING substring(int8send((extract(epoch FROM instant) * 1000)::bigint) FROM 3) FROM 1 FOR 6
      ), 52, 1), 53, 1), 'hex')::uuid
    $$;

    CREATE TABLE suppressions (
      id uuid PRIMARY KEY,
      account_id uuid NOT NULL REFERENCES accounts (id),
      address text NOT NULL,
      reason text NOT NULL CHECK (reason IN ('bounce', 'complaint', 'manual')),
      email_id uuid,
      created_at timestamptz NOT NULL,
      UNIQUE (account_id, address)
    );

    CREATE TABLE dkim_keys (
      id uuid PRIMARY KEY,
      domain_id uuid NOT NULL REFERENCES domains (id) ON DELETE CASCADE,
      selector text NOT NULL,
      public_key text NOT NULL,
      private_key bytea NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      UNIQUE (domain_id, selector)
    );

    CREATE TABLE sending_switches (
      name text PRIMARY KEY CHECK (name IN ('configuration')),
      reason text NOT NULL,
      tripped_at timestamptz NOT NULL,
      next_probe_at timestamptz NOT NULL
    );

    CREATE TABLE webhooks (
      id uuid PRIMARY KEY,
      account_id uuid NOT NULL REFERENCES accounts (id),
      endpoint_url text NOT NULL,
      events text[] NOT NULL,
      status text NOT NULL CHECK (status IN ('enabled', 'disabled')),
      disabled_reason text,
      signing_secret bytea NOT NULL,
      created_at timestamptz NOT NULL,
      updated_at timestamptz NOT NULL
    );
    CREATE INDEX webhooks_page ON webhooks (account_id, id);

    ALTER TABLE emails ADD COLUMN from_key text NOT NULL, ADD COLUMN tag_keys bigint[];
    CREATE INDEX emails_status ON emails (account_id, status, id);
    CREATE INDEX emails_source ON emails (account_id, source, id);
    CREATE INDEX emails_from ON emails (account_id, from_key, id);
    CREATE INDEX emails_tag ON emails USING gin (tag_keys) WHERE tag_keys IS NOT NULL;
    CREATE INDEX email_recipients_address ON email_recipients (account_id, lower(address), email_id);
  `);
}
