// Prepares for reputation (docs/architecture/reputation.md): what servers and people have said of the mail of a domain, per
// UTC day; the state that follows, in columns of domains and accounts; and how much of a daily capacity is used. What was
// sent in the week before counts as sent, so that reports about it find the mail that they belong to. What bounced before
// does not count, because the counters of metrics have the simulator in them. Columns with a constant default do not
// rewrite their table.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Eight slots, chosen by the connection of the writer, so that two writers seldom wait for the same row.
    CREATE TABLE sending_days (
      account_id uuid NOT NULL,
      domain_id uuid NOT NULL,
      -- UTC.
      day date NOT NULL,
      -- The last lift of the domain or its account before the mail was sent; -infinity: none.
      since timestamptz NOT NULL,
      slot smallint NOT NULL,
      -- Recipients that a server has taken or refused, those that bounced, and those that complained.
      judged integer NOT NULL,
      bounced integer NOT NULL,
      complained integer NOT NULL,
      PRIMARY KEY (account_id, domain_id, day, since, slot)
    ) WITH (fillfactor = 50);
    -- Who is judged today. What changes most, judged, is in no index.
    CREATE INDEX sending_days_day ON sending_days (day);
    CREATE INDEX sending_days_bad ON sending_days (day, account_id, domain_id) WHERE bounced > 0 OR complained > 0;

    INSERT INTO sending_days (account_id, domain_id, day, since, slot, judged, bounced, complained)
    SELECT account_id, domain_id, (starts_at AT TIME ZONE 'UTC')::date, '-infinity', 0, sum(count), 0, 0
    FROM email_metrics WHERE metric = 'sent' AND starts_at >= date_trunc('day', now()) - interval '8 days'
    GROUP BY 1, 2, 3;

    -- Recipients whose mail counts in the capacity of a day. The subject is a domain or an account.
    CREATE TABLE capacity_use (
      account_id uuid NOT NULL,
      subject_id uuid NOT NULL,
      day date NOT NULL,
      used integer NOT NULL,
      PRIMARY KEY (account_id, subject_id, day)
    );
    CREATE INDEX capacity_use_day ON capacity_use (day);

    ALTER TABLE accounts
      ADD COLUMN reputation text NOT NULL DEFAULT 'good'
        CHECK (reputation IN ('good', 'warned', 'paused', 'recovering')),
      ADD COLUMN reputation_changed_at timestamptz,
      -- Why it is warned or paused: { kind, judged, count } or { kind: 'operator', reason }.
      ADD COLUMN reputation_cause jsonb,
      -- The owners are to be notified of this change.
      ADD COLUMN reputation_notice_due_at timestamptz,
      ADD COLUMN lifted_at timestamptz,
      -- Recipients a day, at which a recovery ends.
      ADD COLUMN recovery_base integer,
      ADD COLUMN recovery_capacity integer,
      -- The day for which the capacities are.
      ADD COLUMN capacity_on date;
    ALTER TABLE domains
      ADD COLUMN reputation text NOT NULL DEFAULT 'good'
        CHECK (reputation IN ('good', 'warned', 'paused', 'recovering')),
      ADD COLUMN reputation_changed_at timestamptz,
      ADD COLUMN reputation_cause jsonb,
      ADD COLUMN reputation_notice_due_at timestamptz,
      ADD COLUMN lifted_at timestamptz,
      ADD COLUMN recovery_base integer,
      ADD COLUMN recovery_capacity integer,
      ADD COLUMN warm_up_started_on date,
      ADD COLUMN warm_up_capacity integer,
      ADD COLUMN capacity_on date;
    -- Nearly all are good, and neither warm up nor recover.
    CREATE INDEX accounts_watched ON accounts (id) WHERE reputation <> 'good' OR capacity_on IS NOT NULL;
    CREATE INDEX domains_watched ON domains (account_id, id) WHERE reputation <> 'good' OR capacity_on IS NOT NULL;
    CREATE INDEX accounts_reputation_notices ON accounts (reputation_notice_due_at)
      WHERE reputation_notice_due_at IS NOT NULL;
    CREATE INDEX domains_reputation_notices ON domains (reputation_notice_due_at)
      WHERE reputation_notice_due_at IS NOT NULL;

    -- The state of a domain that was deleted: its account would lose a pause by adding the name again.
    CREATE TABLE deleted_domain_reputations (
      domain_id uuid PRIMARY KEY,
      account_id uuid NOT NULL,
      name text NOT NULL,
      -- Its columns of the reputation.
      reputation jsonb NOT NULL,
      deleted_at timestamptz NOT NULL
    );
    CREATE INDEX deleted_domain_reputations_name ON deleted_domain_reputations (account_id, name, deleted_at);
    CREATE INDEX deleted_domain_reputations_time ON deleted_domain_reputations (deleted_at);

    -- Last, because the table is the busiest. The day in whose capacity it counts; null: it counts in none.
    ALTER TABLE email_recipients ADD COLUMN charged_on date;
  `);
}
