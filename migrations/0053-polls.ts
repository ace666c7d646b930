// Polls in mail (docs/architecture/polls.md): what is asked, who has voted, how many.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- A poll that mail has carried. It belongs to an email, a campaign or a template.
    CREATE TABLE polls (
      id uuid PRIMARY KEY,
      account_id uuid NOT NULL,
      email_id uuid,
      campaign_id uuid,
      template_id uuid,
      question text NOT NULL,
      -- [{id, label}], in their order. They never change: other options are another poll.
      options jsonb NOT NULL,
      closes_at timestamptz,
      results text NOT NULL CHECK (results IN ('private', 'public')),
      created_at timestamptz NOT NULL,
      CHECK (num_nonnulls(email_id, campaign_id, template_id) = 1)
    );
    CREATE INDEX polls_page ON polls (account_id, id);
    CREATE INDEX polls_email ON polls (email_id) WHERE email_id IS NOT NULL;
    CREATE INDEX polls_campaign ON polls (campaign_id, id) WHERE campaign_id IS NOT NULL;
    CREATE INDEX polls_template ON polls (template_id, id) WHERE template_id IS NOT NULL;

    -- The vote of an address, which is its last one.
    CREATE TABLE poll_votes (
      poll_id uuid NOT NULL,
      -- The address as it is compared; of an erased person random.
      address_key text NOT NULL,
      id uuid NOT NULL,
      account_id uuid NOT NULL,
      -- As the email was addressed; '': the person was erased.
      address text NOT NULL,
      email_id uuid NOT NULL,
      option_id uuid NOT NULL,
      created_at timestamptz NOT NULL,
      updated_at timestamptz NOT NULL,
      PRIMARY KEY (poll_id, address_key)
    );
    CREATE INDEX poll_votes_page ON poll_votes (poll_id, id);
    CREATE INDEX poll_votes_address ON poll_votes (account_id, address_key);

    -- Votes of an option. Slots are as in email_metrics.
    CREATE TABLE poll_counters (
      poll_id uuid NOT NULL,
      option_id uuid NOT NULL,
      slot smallint NOT NULL,
      -- A vote that is changed is taken from a slot of its own, so a slot may be negative.
      votes integer NOT NULL,
      last_vote_at timestamptz NOT NULL,
      PRIMARY KEY (poll_id, option_id, slot)
    ) WITH (fillfactor = 50);

    -- The process makes the links of polls and of versions on the web; one of the release before would leave their names.
    ALTER TABLE worker_processes ADD COLUMN knows_polls boolean NOT NULL DEFAULT false;
  `);
}
