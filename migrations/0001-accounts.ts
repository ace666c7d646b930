// Creates the tables of accounts, plans, API keys and sending domains. A limit of a plan that is null means unlimited.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE plans (
      id text PRIMARY KEY,
      daily_email_limit integer CHECK (daily_email_limit >= 0),
      monthly_email_limit integer CHECK (monthly_email_limit >= 0),
      contact_limit integer CHECK (contact_limit >= 0),
      verified_domain_limit integer CHECK (verified_domain_limit >= 0),
      automation_run_limit integer CHECK (automation_run_limit >= 0),
      ai_credit_limit integer CHECK (ai_credit_limit >= 0)
    );
    INSERT INTO plans
      (id, daily_email_limit, monthly_email_limit, contact_limit, verified_domain_limit, automation_run_limit, ai_credit_limit)
    VALUES
      ('free', 100, 3000, 1000, 1, 1000, 100),
      ('pro', NULL, 50000, 10000, 10, 10000, 1000),
      ('scale', NULL, 500000, 100000, 100, 100000, 10000),
      ('unlimited', NULL, NULL, NULL, NULL, NULL, NULL);

    CREATE TABLE accounts (
      id uuid PRIMARY KEY,
      name text NOT NULL,
      plan_id text NOT NULL REFERENCES plans (id),
      production_access boolean NOT NULL DEFAULT false,
      created_at timestamptz NOT NULL DEFAULT now()
    );

    CREATE TABLE domains (
      id uuid PRIMARY KEY,
      account_id uuid NOT NULL REFERENCES accounts (id),
      name text NOT NULL CHECK (name = lower(name)),
      status text NOT NULL DEFAULT 'not_started' CHECK (status IN
        ('not_started', 'pending', 'verified', 'partially_verified', 'partially_failed', 'failed')),
      region text NOT NULL DEFAULT 'self-hosted',
      is_default boolean NOT NULL DEFAULT false,
      audience_id uuid,
      sending_enabled boolean NOT NULL DEFAULT true,
      receiving_enabled boolean NOT NULL DEFAULT false,
      open_tracking boolean NOT NULL DEFAULT false,
      click_tracking boolean NOT NULL DEFAULT false,
      tls text NOT NULL DEFAULT 'opportunistic' CHECK (tls IN ('opportunistic', 'enforced')),
      custom_return_path text NOT NULL DEFAULT 'send',
      tracking_subdomain text,
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now(),
      UNIQUE (account_id, name)
    );
    CREATE INDEX domains_page ON domains (account_id, id);
    CREATE INDEX domains_name ON domains (name);
    CREATE UNIQUE INDEX domains_one_default ON domains (account_id) WHERE is_default;

    CREATE TABLE api_keys (
      id uuid PRIMARY KEY,
      account_id uuid NOT NULL REFERENCES accounts (id),
      name text NOT NULL,
      prefix text NOT NULL,
      key_hash bytea NOT NULL UNIQUE CHECK (length(key_hash) = 32),
      permission text NOT NULL CHECK (permission IN ('full_access', 'sending_access')),
      domain_id uuid REFERENCES domains (id),
      created_at timestamptz NOT NULL DEFAULT now(),
      last_used_at timestamptz,
      expires_at timestamptz,
      revoked_at timestamptz,
      CHECK (domain_id IS NULL OR permission = 'sending_access')
    );
    CREATE INDEX api_keys_page ON api_keys (account_id, id);
  `);
}
