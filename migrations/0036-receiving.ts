// Creates the tables of received mail. A message is a row of work until it is parsed; its bytes are in chunks of their
// own, since those of attachments are kept with sent mail. All but counters and digests are partitioned like the mail
// tables (0002-mail.ts). Columns with a constant default, or none, do not rewrite their table.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(RECEIVED_EMAILS);
  await knex.raw(PARTS);
  await knex.raw(COUNTERS);
}

const RECEIVED_EMAILS = `
  CREATE TABLE received_emails (
    id uuid PRIMARY KEY,
    account_id uuid NOT NULL,
    -- The domain of the first recipient; null: MAIL_HOSTNAME, which is not a domain of an account.
    domain_id uuid,
    client_address text NOT NULL,
    helo text NOT NULL,
    -- Empty: the null return path.
    mail_from text NOT NULL,
    -- The recipients of the envelope that are the account's.
    received_for text[] NOT NULL,
    size integer NOT NULL,
    created_at timestamptz NOT NULL,
    -- Everything from here to the columns of work is null until the message is parsed.
    parsed_at timestamptz,
    -- The key forms of received_for, for the filter of the list.
    received_keys text[],
    parse_error text,
    message_id text,
    in_reply_to text,
    thread_id uuid,
    from_address text,
    -- The key form of the address of From; null: there is not exactly one.
    sender_key text,
    to_addresses text[],
    cc_addresses text[],
    bcc_addresses text[],
    reply_to_addresses text[],
    subject text,
    authentication jsonb,
    next_attempt_at timestamptz,
    attempts smallint NOT NULL DEFAULT 0,
    claimed_by uuid,
    claim_token uuid,
    woken_at timestamptz,
    worker_deaths smallint NOT NULL DEFAULT 0
  ) PARTITION BY RANGE (id);
  CREATE INDEX received_emails_page ON received_emails (account_id, id);
  CREATE INDEX received_emails_message ON received_emails (account_id, message_id) WHERE message_id IS NOT NULL;
  CREATE INDEX received_emails_sender ON received_emails (account_id, sender_key, id) WHERE sender_key IS NOT NULL;
  -- Null until the message is parsed, so that an entry is written once, although the row changes with each step of its work.
  CREATE INDEX received_emails_for ON received_emails USING gin (received_keys) WHERE received_keys IS NOT NULL;
  CREATE INDEX received_emails_due ON received_emails (next_attempt_at)
    WHERE claimed_by IS NULL AND woken_at IS NULL AND next_attempt_at IS NOT NULL;
  CREATE INDEX received_emails_turns ON received_emails (account_id, next_attempt_at)
    WHERE claimed_by IS NULL AND woken_at IS NULL AND next_attempt_at > '-infinity';
  CREATE INDEX received_emails_woken ON received_emails (woken_at)
    WHERE claimed_by IS NULL AND woken_at IS NOT NULL;
  CREATE INDEX received_emails_claimed ON received_emails (claimed_by) WHERE claimed_by IS NOT NULL;
`;

const PARTS = `
  -- One row for each received email, with its id.
  CREATE TABLE received_contents (
    id uuid PRIMARY KEY,
    account_id uuid NOT NULL,
    -- The message as it arrived, with our Received field in front, in received_chunks.
    raw_id uuid NOT NULL,
    html text,
    text text,
    -- [name, value] of each field, in their order; null until the message is parsed.
    headers jsonb
  ) PARTITION BY RANGE (id);
  ALTER TABLE received_contents ALTER COLUMN html SET STORAGE EXTERNAL, ALTER COLUMN text SET STORAGE EXTERNAL;

  CREATE TABLE received_attachments (
    id uuid PRIMARY KEY,
    received_id uuid NOT NULL,
    account_id uuid NOT NULL,
    position smallint NOT NULL,
    filename text,
    content_type text NOT NULL,
    content_id text,
    disposition text,
    size integer NOT NULL,
    -- In received_chunks.
    stored_id uuid NOT NULL
  ) PARTITION BY RANGE (id);
  CREATE INDEX received_attachments_email ON received_attachments (received_id, position);

  -- Numbered from 0, like attachment_chunks.
  CREATE TABLE received_chunks (
    id uuid NOT NULL,
    number integer NOT NULL,
    bytes bytea NOT NULL,
    PRIMARY KEY (id, number)
  ) PARTITION BY RANGE (id);
  ALTER TABLE received_chunks ALTER COLUMN bytes SET STORAGE EXTERNAL;
`;

const COUNTERS = `
  -- SHA-256 of envelope and bytes: a message whose 250 was lost comes again.
  CREATE TABLE received_digests (
    digest bytea PRIMARY KEY,
    received_at timestamptz NOT NULL
  );
  CREATE INDEX received_digests_age ON received_digests (received_at);

  CREATE TABLE received_addresses (
    account_id uuid NOT NULL,
    address text NOT NULL,
    count bigint NOT NULL,
    last_received_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, address)
  );
  CREATE INDEX received_addresses_latest ON received_addresses (account_id, last_received_at);

  -- How many of the used units were received emails.
  ALTER TABLE email_usage ADD COLUMN received integer NOT NULL DEFAULT 0;

  -- The conversation; null: the email begins one, which has the email's id.
  ALTER TABLE emails ADD COLUMN thread_id uuid;
`;
