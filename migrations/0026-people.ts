// Creates the tables of people: who may sign in, their sessions, the accounts that they are members of, invitations, the
// links that are sent to them, what they did, and what accounts ask operators for. All are new: a process of the release
// before does not know them.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE people (
      id uuid PRIMARY KEY,
      -- Key form (shared/mail/addresses.ts).
      email text NOT NULL UNIQUE,
      name text NOT NULL,
      -- The hash with its parameters; null: the person has not chosen a password yet.
      password_hash text,
      -- When the person showed by a mailed link that the address is theirs; null: not yet.
      confirmed_at timestamptz,
      -- Encrypted. The pending one counts when a code of it was shown.
      totp_secret bytea,
      totp_pending_secret bytea,
      -- The time step of the last code that was accepted: a code counts once.
      totp_last_step bigint,
      recovery_code_hashes bytea[] NOT NULL DEFAULT '{}',
      created_at timestamptz NOT NULL
    );

    CREATE TABLE members (
      id uuid PRIMARY KEY,
      account_id uuid NOT NULL REFERENCES accounts (id),
      person_id uuid NOT NULL REFERENCES people (id),
      role text NOT NULL CHECK (role IN ('owner', 'admin', 'member', 'viewer')),
      -- The person joined by a link that proves the address, or with the password of a proven sign-in. Who joined by
      -- a shown link before may be another person than the one who proves the address later.
      is_proven boolean NOT NULL,
      created_at timestamptz NOT NULL,
      UNIQUE (account_id, person_id)
    );
    CREATE INDEX members_page ON members (account_id, id);
    CREATE INDEX members_person ON members (person_id, id);

    CREATE TABLE sessions (
      id uuid PRIMARY KEY,
      token_hash bytea NOT NULL UNIQUE CHECK (length(token_hash) = 32),
      -- The token before the last rotation, which requests that were under way then still carry.
      previous_token_hash bytea UNIQUE CHECK (length(previous_token_hash) = 32),
      previous_until timestamptz,
      csrf_token text NOT NULL,
      person_id uuid NOT NULL REFERENCES people (id),
      account_id uuid NOT NULL REFERENCES accounts (id),
      -- The next request gets a new token.
      must_rotate boolean NOT NULL DEFAULT false,
      created_at timestamptz NOT NULL,
      last_used_at timestamptz NOT NULL,
      expires_at timestamptz NOT NULL,
      address text,
      user_agent text
    );
    CREATE INDEX sessions_person ON sessions (person_id, id);
    CREATE INDEX sessions_expiry ON sessions (expires_at);

    -- A password was right, and a second factor must follow.
    CREATE TABLE sign_in_challenges (
      token_hash bytea PRIMARY KEY CHECK (length(token_hash) = 32),
      person_id uuid NOT NULL REFERENCES people (id),
      expires_at timestamptz NOT NULL
    );
    CREATE INDEX sign_in_challenges_person ON sign_in_challenges (person_id);
    CREATE INDEX sign_in_challenges_expiry ON sign_in_challenges (expires_at);

    CREATE TABLE invitations (
      id uuid PRIMARY KEY,
      account_id uuid NOT NULL REFERENCES accounts (id),
      -- Key form.
      email text NOT NULL,
      role text NOT NULL CHECK (role IN ('owner', 'admin', 'member', 'viewer')),
      -- Null: an operator.
      invited_by uuid REFERENCES people (id),
      created_at timestamptz NOT NULL,
      expires_at timestamptz NOT NULL,
      UNIQUE (account_id, email)
    );
    CREATE INDEX invitations_page ON invitations (account_id, id);
    CREATE INDEX invitations_expiry ON invitations (expires_at);

    CREATE TABLE one_time_links (
      id uuid PRIMARY KEY,
      purpose text NOT NULL CHECK (purpose IN ('invitation', 'password_reset', 'address_confirmation', 'sign_in')),
      -- Whom it is for; key form.
      email text NOT NULL,
      -- The account that wants to confirm an address.
      account_id uuid REFERENCES accounts (id),
      invitation_id uuid REFERENCES invitations (id) ON DELETE CASCADE,
      -- Null until it is mailed: the token is made for the mail.
      token_hash bytea UNIQUE CHECK (length(token_hash) = 32),
      -- Only its mailbox knows the token: to use the link proves the address.
      is_mailed boolean NOT NULL,
      mail_due_at timestamptz,
      created_at timestamptz NOT NULL,
      expires_at timestamptz NOT NULL,
      CHECK (token_hash IS NOT NULL OR is_mailed),
      CHECK ((purpose = 'invitation') = (invitation_id IS NOT NULL)),
      CHECK ((purpose = 'address_confirmation') = (account_id IS NOT NULL))
    );
    CREATE INDEX one_time_links_mail ON one_time_links (mail_due_at) WHERE mail_due_at IS NOT NULL;
    CREATE INDEX one_time_links_invitation ON one_time_links (invitation_id) WHERE invitation_id IS NOT NULL;
    CREATE INDEX one_time_links_account ON one_time_links (account_id, email) WHERE account_id IS NOT NULL;
    CREATE INDEX one_time_links_email ON one_time_links (email, purpose);
    CREATE INDEX one_time_links_expiry ON one_time_links (expires_at);

    CREATE TABLE audit_events (
      id uuid PRIMARY KEY,
      -- Null: an act of an operator on the whole service.
      account_id uuid REFERENCES accounts (id),
      actor_type text NOT NULL CHECK (actor_type IN ('person', 'operator')),
      -- Who acted, as it was then.
      actor_id uuid,
      actor_email text,
      actor_name text,
      operation text NOT NULL,
      outcome text NOT NULL CHECK (outcome IN ('succeeded', 'failed')),
      target_id text,
      address text,
      user_agent text,
      created_at timestamptz NOT NULL
    );
    CREATE INDEX audit_events_page ON audit_events (account_id, id);

    CREATE TABLE account_access_requests (
      id uuid PRIMARY KEY,
      account_id uuid NOT NULL REFERENCES accounts (id),
      website text NOT NULL,
      use_case text NOT NULL,
      monthly_volume integer NOT NULL CHECK (monthly_volume > 0),
      status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'granted', 'denied')),
      -- Why it was denied.
      reason text,
      requested_by uuid REFERENCES people (id),
      created_at timestamptz NOT NULL,
      decided_at timestamptz
    );
    CREATE UNIQUE INDEX account_access_requests_pending ON account_access_requests (account_id) WHERE status = 'pending';
    CREATE INDEX account_access_requests_account ON account_access_requests (account_id, id);
  `);
}
