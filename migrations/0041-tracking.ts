// Prepares for tracking (docs/architecture/tracking.md): what an email measures, which is decided when it is accepted; the
// hits of pixels and links until they are judged; the people who refuse to be measured; and the hosts of links. Columns with a constant default, or none, do not rewrite their table.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE tracking_hits (
      id uuid PRIMARY KEY,
      account_id uuid NOT NULL,
      email_id uuid NOT NULL,
      recipient_id uuid NOT NULL,
      -- The url of the link; null: the pixel was loaded.
      link text,
      hit_at timestamptz NOT NULL,
      -- The address of the client, until the hit is forgotten.
      ip_address text,
      user_agent text NOT NULL,
      -- The client said that it loads ahead (Purpose headers).
      is_prefetch boolean NOT NULL,
      -- What has made it; null: not judged yet.
      verdict text CHECK (verdict IN ('person', 'privacy_proxy', 'scanner', 'prefetch')),
      next_attempt_at timestamptz,
      attempts smallint NOT NULL DEFAULT 0,
      claimed_by uuid,
      claim_token uuid,
      woken_at timestamptz
    ) WITH (fillfactor = 70);
    CREATE INDEX tracking_hits_recipient ON tracking_hits (recipient_id);
    CREATE INDEX tracking_hits_email ON tracking_hits (email_id);
    CREATE INDEX tracking_hits_due ON tracking_hits (next_attempt_at)
      WHERE claimed_by IS NULL AND woken_at IS NULL AND next_attempt_at IS NOT NULL;
    CREATE INDEX tracking_hits_turns ON tracking_hits (account_id, next_attempt_at)
      WHERE claimed_by IS NULL AND woken_at IS NULL AND next_attempt_at > '-infinity';
    CREATE INDEX tracking_hits_woken ON tracking_hits (woken_at)
      WHERE claimed_by IS NULL AND woken_at IS NOT NULL;
    CREATE INDEX tracking_hits_claimed ON tracking_hits (claimed_by) WHERE claimed_by IS NOT NULL;

    -- The groups in which hits were inserted: one whose answer was lost is inserted once, although its hits are gone.
    CREATE TABLE tracking_groups (
      -- That of its first hit.
      id uuid PRIMARY KEY,
      inserted_at timestamptz NOT NULL
    );
    CREATE INDEX tracking_groups_time ON tracking_groups (inserted_at);

    -- People who refuse to be measured: one fact per account and address, like unsubscribes.
    CREATE TABLE tracking_refusals (
      account_id uuid NOT NULL,
      email_key text NOT NULL,
      chosen_by text NOT NULL CHECK (chosen_by IN ('person', 'account')),
      chosen_at timestamptz NOT NULL,
      -- The email whose link was used.
      email_id uuid,
      PRIMARY KEY (account_id, email_key)
    );

    -- Every host to which a CNAME of a domain has led. It is served for ever, since links never end.
    CREATE TABLE tracking_hosts (
      host text PRIMARY KEY,
      -- The name of its domain, which may be deleted and added again.
      domain text NOT NULL,
      created_at timestamptz NOT NULL
    );
    CREATE INDEX tracking_hosts_domain ON tracking_hosts (domain);

    -- Last, because the table is busy, and no other one: two of them would be locked in another order than senders lock
    -- them. Of tracking: 1 opens, 2 clicks, 3 both.
    ALTER TABLE emails
      ADD COLUMN tracking smallint NOT NULL DEFAULT 0,
      -- The run that has sent the mail, and its contact.
      ADD COLUMN run_id uuid,
      ADD COLUMN contact_id uuid;
  `);
}
