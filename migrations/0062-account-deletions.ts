// Accounts that are to be deleted, as rows of work (docs/architecture/account-deletion.md), and the indexes by which the walk
// finds what is theirs: each is on a table with few rows an account, of which most have no index by account because no
// list of the API reads them so. Without those of sessions, claims and requests, the deletion of the account's own row would
// read all rows of these tables, to check their foreign keys.
import type { Knex } from 'knex';

/** An index cannot be built concurrently in a transaction. */
export const config = { transaction: false };

const DELETIONS = `
  CREATE TABLE IF NOT EXISTS account_deletions (
    id uuid PRIMARY KEY,
    account_id uuid NOT NULL UNIQUE,
    -- For operators: the account has none any more once it is removed.
    name text NOT NULL,
    -- Who has asked for it, as audit events have it.
    actor_type text NOT NULL CHECK (actor_type IN ('person', 'operator')),
    actor_id uuid,
    requested_at timestamptz(3) NOT NULL,
    -- Until then it can be taken back.
    starts_at timestamptz(3) NOT NULL,
    phase text NOT NULL CHECK (phase IN ('waiting', 'settling', 'removing')),
    -- The table, and the keys of the last row that was removed; empty: from the first table on.
    position text[] NOT NULL DEFAULT '{}',
    -- Rows of the next step: as many as take a moment.
    step_rows integer NOT NULL DEFAULT 100,
    -- Table → rows.
    removed jsonb NOT NULL DEFAULT '{}',
    next_attempt_at timestamptz,
    attempts integer NOT NULL DEFAULT 0,
    claimed_by uuid,
    claim_token uuid,
    woken_at timestamptz,
    last_error text
  ) WITH (fillfactor = 50)`;

const INDEXES_OF_WORK = [
  `CREATE INDEX IF NOT EXISTS account_deletions_due ON account_deletions (next_attempt_at)
   WHERE claimed_by IS NULL AND woken_at IS NULL AND next_attempt_at IS NOT NULL`,
  `CREATE INDEX IF NOT EXISTS account_deletions_woken ON account_deletions (woken_at)
   WHERE claimed_by IS NULL AND woken_at IS NOT NULL`,
  `CREATE INDEX IF NOT EXISTS account_deletions_claimed ON account_deletions (claimed_by) WHERE claimed_by IS NOT NULL`,
];

/** Index → what it is on. */
const BY_ACCOUNT: Readonly<Record<string, string>> = {
  sessions_account: 'sessions (account_id)',
  domain_claims_account: 'domain_claims (account_id)',
  account_access_requests_person: 'account_access_requests (requested_by) WHERE requested_by IS NOT NULL',
  invitations_inviter: 'invitations (invited_by) WHERE invited_by IS NOT NULL',
  audience_removals_account: 'audience_removals (account_id)',
  contact_erasures_account: 'contact_erasures (account_id)',
  domain_withdrawals_account: 'domain_withdrawals (account_id)',
  automations_account: 'automations (account_id, id)',
  automation_causes_account: 'automation_causes (account_id, id)',
};

export async function up(knex: Knex): Promise<void> {
  await knex.raw(DELETIONS);
  for (const index of INDEXES_OF_WORK) await knex.raw(index);
  for (const [index, on] of Object.entries(BY_ACCOUNT)) {
    // The invalid index that an interrupted build has left.
    await knex.raw(`DROP INDEX CONCURRENTLY IF EXISTS ${index}`);
    await knex.raw(`CREATE INDEX CONCURRENTLY ${index} ON ${on}`);
  }
}
