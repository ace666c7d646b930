// Providers: the ways by which mail leaves, and which of them the mail of a domain, an account or a lane takes.
// SMTP_URL is the one named `default`. And by which one a recipient was tried. Columns without a default do not rewrite
// their table; the release before leaves them out, and continues with SMTP_URL and the row of `sending_switches`.
import type { Knex } from 'knex';

/** An index cannot be built concurrently in a transaction. */
export const config = { transaction: false };

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE IF NOT EXISTS providers (
      id uuid PRIMARY KEY,
      name text NOT NULL UNIQUE,
      kind text NOT NULL CHECK (kind IN ('generic', 'ses', 'postmark', 'mailgun', 'sendgrid', 'brevo', 'direct')),
      -- Encrypted, in the form of SMTP_URL; null: that of SMTP_URL, or mail that goes straight to its recipients' servers.
      url bytea,
      -- SPF mechanisms; null: those of SPF_INCLUDE.
      spf_include text,
      -- When its mail counts as delivered; null: as SMTP_DELIVERY says for the default one, else with its 250.
      delivery text CHECK (delivery IN ('accept', 'dsn', 'feedback')),
      -- Encrypted: by which its feedback is verified.
      feedback_key bytea,
      configuration_set text,
      failover text REFERENCES providers (name),
      -- What it takes, of all processes together; null: as much as it is given.
      connections integer CHECK (connections > 0),
      per_second integer CHECK (per_second > 0),
      per_day integer CHECK (per_day > 0),
      paused_at timestamptz,
      pause_reason text,
      -- It refuses our login or configuration, and the mail that it refused, which a probe repeats; null: it does not.
      refused_at timestamptz,
      refused_stage text,
      refused_from text,
      refused_to text,
      -- Since when it accepts no connection; null: it does, or nothing was sent.
      unreachable_since timestamptz,
      next_probe_at timestamptz,
      -- The last refusal or failure, which may be over.
      last_refusal text,
      last_refused_at timestamptz,
      last_feedback_at timestamptz,
      -- Mails that processes have taken for a UTC day.
      day date,
      day_taken integer NOT NULL DEFAULT 0,
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now()
    );
    INSERT INTO providers (id, name, kind) VALUES (gen_random_uuid(), 'default', 'generic') ON CONFLICT DO NOTHING;
    CREATE TABLE IF NOT EXISTS provider_choices (
      provider text NOT NULL REFERENCES providers (name),
      domain_id uuid REFERENCES domains (id) ON DELETE CASCADE,
      account_id uuid REFERENCES accounts (id) ON DELETE CASCADE,
      lane text CHECK (lane IN ('transactional', 'campaign')),
      CHECK (num_nonnulls(domain_id, account_id) <= 1),
      CHECK (num_nonnulls(domain_id, account_id, lane) > 0),
      UNIQUE NULLS NOT DISTINCT (domain_id, account_id, lane)
    );
    CREATE INDEX IF NOT EXISTS provider_choices_account ON provider_choices (account_id) WHERE account_id IS NOT NULL`);
  await knex.raw(`ALTER TABLE email_recipients ADD COLUMN IF NOT EXISTS provider text COLLATE "C"`);
  await buildOnPartitions(
    knex,
    'email_recipients',
    'email_recipients_provider',
    '(provider) WHERE provider IS NOT NULL AND next_attempt_at IS NOT NULL',
  );
}
/** Builds an index of a partitioned table without blocking writes; safe to run again after an interruption. */
async function buildOnPartitions(
  knex: Knex,
  table: string,
  index: string,
  definition: string,
): Promise<void> {
  await knex.raw(`CREATE INDEX IF NOT EXISTS ${index} ON ONLY ${table} ${definition}`);
  for (const partition of await listPartitionsWithout(knex, index, table)) {
    const part = `${partition}_${index}`;
    // The invalid index that an interrupted build has left.
    await knex.raw(`DROP INDEX CONCURRENTLY IF EXISTS ${part}`);
    await knex.raw(`CREATE INDEX CONCURRENTLY ${part} ON ${partition} ${definition}`);
    await knex.raw(`ALTER INDEX ${index} ATTACH PARTITION ${part}`);
  }
}

/** The partitions of a table whose part of the index is not attached yet. */
async function listPartitionsWithout(knex: Knex, index: string, table: string): Promise<string[]> {
  const { rows } = await knex.raw(
    `SELECT inhrelid::regclass::text AS name FROM pg_inherits AS partition
     WHERE inhparent = ?::regclass AND NOT EXISTS (
       SELECT FROM pg_inherits AS part JOIN pg_index ON indexrelid = part.inhrelid
       WHERE part.inhparent = ?::regclass AND indrelid = partition.inhrelid)
     ORDER BY 1`,
    [table, index],
  );
  return rows.map(({ name }: { name: string }) => name);
}
