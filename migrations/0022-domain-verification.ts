// Domains that their owners prove: checks of DNS as work, states of DKIM keys, claims of names that another account has
// verified, and the withdrawal of scheduled mail of lost and deleted domains. All domains until now were added by an
// operator, who vouches for them.
import type { Knex } from 'knex';

const WORK_COLUMNS = `
      next_attempt_at timestamptz,
      attempts integer NOT NULL DEFAULT 0,
      claimed_by uuid,
      claim_token uuid,
      woken_at timestamptz`;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE domains
      -- An operator vouches for the domain: no check changes its status.
      ADD COLUMN is_vouched boolean NOT NULL DEFAULT false,
      -- Why a domain is not verified although its records are good, or why it was lost.
      ADD COLUMN status_reason text
        CHECK (status_reason IN ('domain_conflict', 'plan_limit_reached', 'claimed')),
      -- When the account proved by a claim that the name is its own.
      ADD COLUMN claimed_at timestamptz;
    UPDATE domains SET is_vouched = true
    WHERE status IN ('verified', 'partially_verified', 'partially_failed');
    -- Subdomains of a name are a range of it (docs/architecture/domains.md#conflicts).
    CREATE INDEX domains_reversed_name ON domains ((reverse(name) COLLATE "C"));

    -- A key stays bound to a domain that was deleted, and can then send nothing.
    ALTER TABLE api_keys DROP CONSTRAINT api_keys_domain_id_fkey;

    ALTER TABLE dkim_keys
      -- Until now each domain had one key, which signs.
      ADD COLUMN state text NOT NULL DEFAULT 'active' CHECK (state IN ('pending', 'active', 'retiring')),
      -- When a retiring key is deleted.
      ADD COLUMN retires_at timestamptz;
    ALTER TABLE dkim_keys ALTER COLUMN state DROP DEFAULT;
    CREATE UNIQUE INDEX dkim_keys_one_pending ON dkim_keys (domain_id) WHERE state = 'pending';

    -- Work: the checks of a domain, whose id this is, in DNS.
    CREATE TABLE domain_checks (
      id uuid PRIMARY KEY,
      account_id uuid NOT NULL,
      -- The state of each record (shared/resources/messaging/domains/records/record-state.ts).
      records jsonb NOT NULL DEFAULT '[]',
      -- Grows with each change of the states, so that a check which began before it writes nothing.
      version integer NOT NULL DEFAULT 0,
      -- Grows when a check is asked for: a check that began before it is written, and another one follows at once.
      requests integer NOT NULL DEFAULT 0,
      -- When a check was last answered.
      checked_at timestamptz,${WORK_COLUMNS}
    );
    INSERT INTO domain_checks (id, account_id) SELECT id, account_id FROM domains;

    CREATE TABLE domain_claims (
      id uuid PRIMARY KEY,
      account_id uuid NOT NULL REFERENCES accounts (id),
      -- The claiming account's own domain of this name; null after it was deleted.
      domain_id uuid,
      name text NOT NULL,
      region text NOT NULL,
      status text NOT NULL CHECK (status IN
        ('pending', 'verified', 'completed', 'blocked', 'expired', 'superseded', 'canceled', 'failed')),
      -- The text of the TXT record that proves the claim.
      proof text NOT NULL,
      blocked_reason text CHECK (blocked_reason IN ('grace_period', 'operator')),
      blocked_until timestamptz,
      failure_reason text,
      -- When the record of a proven claim was seen last.
      proof_seen_at timestamptz,
      -- When its check was last asked for: it is checked often for an hour then.
      verify_requested_at timestamptz,
      completed_at timestamptz,
      -- Set while the owner is to be mailed.
      notice_due_at timestamptz,
      created_at timestamptz NOT NULL,
      expires_at timestamptz NOT NULL
    );
    CREATE INDEX domain_claims_domain ON domain_claims (domain_id, id);
    CREATE UNIQUE INDEX domain_claims_one_open ON domain_claims (domain_id)
      WHERE status IN ('pending', 'verified', 'blocked');
    CREATE INDEX domain_claims_open_name ON domain_claims (name) WHERE status IN ('pending', 'verified', 'blocked');
    CREATE INDEX domain_claims_notices ON domain_claims (notice_due_at) WHERE notice_due_at IS NOT NULL;

    -- Work: the scheduled mail of a domain, whose id this is, that was deleted or lost.
    CREATE TABLE domain_withdrawals (
      id uuid PRIMARY KEY,
      account_id uuid NOT NULL,
      -- What becomes of the mail.
      outcome text NOT NULL CHECK (outcome IN ('canceled', 'failed')),
      -- The last email that was looked at, in the order of ids.
      position uuid NOT NULL,
      created_at timestamptz NOT NULL,${WORK_COLUMNS}
    );
  `);
  for (const table of ['domain_checks', 'domain_withdrawals']) {
    await knex.raw(`
      CREATE INDEX ${table}_due ON ${table} (next_attempt_at)
        WHERE claimed_by IS NULL AND woken_at IS NULL AND next_attempt_at IS NOT NULL;
      CREATE INDEX ${table}_woken ON ${table} (woken_at) WHERE claimed_by IS NULL AND woken_at IS NOT NULL;
      CREATE INDEX ${table}_claimed ON ${table} (claimed_by) WHERE claimed_by IS NOT NULL;
    `);
  }
}
