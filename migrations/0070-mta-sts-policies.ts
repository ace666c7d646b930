// Policies of recipients' domains: over which TLS their mail may leave (MTA-STS, RFC 8461). They belong to no account.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE mta_sts_policies (
      domain text PRIMARY KEY,
      -- The id that the domain's TXT record had when the policy was fetched. Null, with all of the policy: none was ever fetched.
      policy_id text,
      mode text CHECK (mode IN ('enforce', 'testing', 'none')),
      mx text[],
      -- Seconds.
      max_age integer,
      fetched_at timestamptz,
      expires_at timestamptz,
      -- When mail last went to the domain, to within a day.
      used_at timestamptz NOT NULL,
      -- Failed fetches since the last good one, the time of the latest, and why it failed.
      failures integer NOT NULL DEFAULT 0,
      failed_at timestamptz,
      last_error text,
      next_attempt_at timestamptz,
      attempts integer NOT NULL DEFAULT 0,
      claimed_by uuid,
      claim_token uuid,
      woken_at timestamptz
    );
    CREATE INDEX mta_sts_policies_due ON mta_sts_policies (next_attempt_at)
      WHERE claimed_by IS NULL AND woken_at IS NULL AND next_attempt_at IS NOT NULL;
    CREATE INDEX mta_sts_policies_woken ON mta_sts_policies (woken_at) WHERE claimed_by IS NULL AND woken_at IS NOT NULL;
    CREATE INDEX mta_sts_policies_claimed ON mta_sts_policies (claimed_by) WHERE claimed_by IS NOT NULL;
  `);
}
