// Creates the tables of audiences, contacts, their properties, static segments and topics, and of what a person has
// decided. A decision belongs to an address of an account and not to a contact: it outlives the contact, and a contact
// that is created at the same moment cannot miss it. Contacts do not age, so their table has no partitions. Every
// account gets its default audience, its oldest domain uses it, and each of its other domains gets an audience of its
// own.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(AUDIENCES);
  await knex.raw(CONTACTS);
  await knex.raw(DEFINITIONS);
  await knex.raw(DECISIONS);
  await knex.raw(REMOVALS);
  await knex.raw(EXISTING_ACCOUNTS);
}

const AUDIENCES = `
  CREATE TABLE audiences (
    id uuid PRIMARY KEY,
    account_id uuid NOT NULL REFERENCES accounts (id),
    name text NOT NULL,
    is_default boolean NOT NULL DEFAULT false,
    created_at timestamptz NOT NULL,
    -- When it was deleted: it is hidden, and a job removes its contacts and then the row.
    deleted_at timestamptz
  );
  CREATE INDEX audiences_page ON audiences (account_id, id);
  CREATE UNIQUE INDEX audiences_one_default ON audiences (account_id) WHERE is_default;
`;

const CONTACTS = `
  CREATE TABLE contacts (
    id uuid PRIMARY KEY,
    account_id uuid NOT NULL,
    audience_id uuid NOT NULL,
    -- The address as it was given first, and in key form (lower case).
    email text NOT NULL,
    email_key text NOT NULL,
    first_name text,
    last_name text,
    -- The property's number in its account → its value.
    properties jsonb NOT NULL DEFAULT '{}',
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    CONSTRAINT contacts_address UNIQUE (account_id, email_key, audience_id)
  );
  CREATE INDEX contacts_page ON contacts (audience_id, id);

  -- Only of accounts with a contact limit: its row is the lock of their contact writes.
  CREATE TABLE contact_counters (
    account_id uuid PRIMARY KEY,
    contacts integer NOT NULL CHECK (contacts >= 0)
  );
`;

const DEFINITIONS = `
  CREATE TABLE contact_properties (
    id uuid PRIMARY KEY,
    account_id uuid NOT NULL REFERENCES accounts (id),
    -- Never used again in its account, so that a new property with an old key has none of the old values.
    number integer NOT NULL,
    key text NOT NULL,
    type text NOT NULL CHECK (type IN ('string', 'number', 'boolean', 'date')),
    fallback_value jsonb,
    created_at timestamptz NOT NULL,
    UNIQUE (account_id, key)
  );
  CREATE INDEX contact_properties_page ON contact_properties (account_id, id);
  CREATE TABLE contact_property_counters (
    account_id uuid PRIMARY KEY,
    last_number integer NOT NULL
  );

  CREATE TABLE segments (
    id uuid PRIMARY KEY,
    account_id uuid NOT NULL REFERENCES accounts (id),
    audience_id uuid NOT NULL,
    name text NOT NULL,
    created_at timestamptz NOT NULL
  );
  CREATE INDEX segments_page ON segments (account_id, id);
  CREATE TABLE segment_contacts (
    segment_id uuid NOT NULL,
    contact_id uuid NOT NULL,
    PRIMARY KEY (segment_id, contact_id)
  );
  CREATE INDEX segment_contacts_contact ON segment_contacts (contact_id);

  CREATE TABLE topics (
    id uuid PRIMARY KEY,
    account_id uuid NOT NULL REFERENCES accounts (id),
    name text NOT NULL,
    description text,
    default_subscription text NOT NULL CHECK (default_subscription IN ('opt_in', 'opt_out')),
    visibility text NOT NULL CHECK (visibility IN ('public', 'private')),
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL
  );
  CREATE INDEX topics_page ON topics (account_id, id);
`;

const DECISIONS = `
  CREATE TABLE unsubscribes (
    account_id uuid NOT NULL,
    email_key text NOT NULL,
    chosen_by text NOT NULL CHECK (chosen_by IN ('person', 'account')),
    chosen_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, email_key)
  );

  CREATE TABLE topic_choices (
    account_id uuid NOT NULL,
    email_key text NOT NULL,
    topic_id uuid NOT NULL,
    subscription text NOT NULL CHECK (subscription IN ('opt_in', 'opt_out')),
    chosen_by text NOT NULL CHECK (chosen_by IN ('person', 'account')),
    chosen_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, email_key, topic_id)
  );
`;

const REMOVALS = `
  -- Work: the rest of a deleted audience, segment or topic, whose id this is.
  CREATE TABLE audience_removals (
    id uuid PRIMARY KEY,
    account_id uuid NOT NULL,
    kind text NOT NULL CHECK (kind IN ('audience', 'segment', 'topic')),
    next_attempt_at timestamptz,
    attempts smallint NOT NULL DEFAULT 0,
    claimed_by uuid,
    claim_token uuid,
    woken_at timestamptz,
    created_at timestamptz NOT NULL
  );
  CREATE INDEX audience_removals_due ON audience_removals (next_attempt_at)
    WHERE claimed_by IS NULL AND woken_at IS NULL AND next_attempt_at IS NOT NULL;
  CREATE INDEX audience_removals_woken ON audience_removals (woken_at)
    WHERE claimed_by IS NULL AND woken_at IS NOT NULL;
  CREATE INDEX audience_removals_claimed ON audience_removals (claimed_by) WHERE claimed_by IS NOT NULL;
`;

const EXISTING_ACCOUNTS = `
  INSERT INTO audiences (id, account_id, name, is_default, created_at)
  SELECT uuid_v7(now()), id, 'Default', true, now() FROM accounts;

  UPDATE domains SET audience_id = audiences.id FROM audiences
  WHERE audiences.account_id = domains.account_id AND audiences.is_default
    AND domains.id = (SELECT id FROM domains AS oldest WHERE oldest.account_id = domains.account_id
                      ORDER BY id LIMIT 1);

  WITH made AS (
    UPDATE domains SET audience_id = uuid_v7(now()) WHERE audience_id IS NULL
    RETURNING audience_id, account_id, name
  )
  INSERT INTO audiences (id, account_id, name, created_at) SELECT audience_id, account_id, name, now() FROM made;
`;
