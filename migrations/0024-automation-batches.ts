// Automations for many: runs have a lane, which says what wakes them; batches keep what they are about, how far they
// are and how they ended; the funnel of an automation is kept once it was counted
// (docs/architecture/automation-batches.md).
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(RUNS);
  await knex.raw(BATCHES);
  await knex.raw(SCHEDULES);
  await knex.raw(STATS);
}

/** NOT VALID: the rows that exist have the default, and need not be read under a lock. */
const RUNS = `
  -- event: woken by what happens to its contact. timer: the same run while it sleeps. bulk: one of many that were started
  -- together, born asleep.
  ALTER TABLE automation_runs ADD COLUMN lane text NOT NULL DEFAULT 'event';
  ALTER TABLE automation_runs ADD CONSTRAINT automation_runs_lane_check
    CHECK (lane IN ('event', 'timer', 'bulk')) NOT VALID;
`;

/** The table is small: so far it has what is being cancelled or deleted at the moment. */
const BATCHES = `
  ALTER TABLE automation_batches DROP CONSTRAINT automation_batches_type_check;
  ALTER TABLE automation_batches
    ADD CONSTRAINT automation_batches_type_check
      CHECK (type IN ('schedule', 'enroll', 'retry', 'cancel', 'count', 'delete')),
    -- pending: it waits for its time, or for a worker. missed: the automation was disabled at the time of its schedule.
    ADD COLUMN status text NOT NULL DEFAULT 'running'
      CHECK (status IN ('pending', 'running', 'completed', 'cancelled', 'missed')),
    -- The epoch of the automation for which it was asked; a schedule takes that of its time.
    ADD COLUMN epoch integer,
    -- schedule: its time. enroll: when it was asked; contacts that exist then. retry: runs that had failed then.
    ADD COLUMN taken_at timestamptz,
    -- enroll: {contactId} | {segmentId} | {all: true}. retry: {since}.
    ADD COLUMN selection jsonb,
    -- How many contacts or runs it is about; null: not counted yet.
    ADD COLUMN total integer,
    ADD COLUMN done integer NOT NULL DEFAULT 0,
    ADD COLUMN skipped integer NOT NULL DEFAULT 0,
    ADD COLUMN failed integer NOT NULL DEFAULT 0,
    -- Why → how many were skipped.
    ADD COLUMN reasons jsonb NOT NULL DEFAULT '{}',
    -- count: what the runs before the position have added up to.
    ADD COLUMN partial json,
    ADD COLUMN ended_at timestamptz;
  CREATE INDEX automation_batches_page ON automation_batches (automation_id, id);
  DROP INDEX automation_batches_automation;
  -- An automation has one schedule that has not come yet.
  CREATE UNIQUE INDEX automation_batches_schedule ON automation_batches (automation_id)
    WHERE type = 'schedule' AND status = 'pending';
  CREATE INDEX automation_batches_ended ON automation_batches (ended_at) WHERE ended_at IS NOT NULL;
  -- An account may have so many that have not ended.
  CREATE INDEX automation_batches_unfinished ON automation_batches (account_id)
    WHERE type IN ('enroll', 'retry') AND ended_at IS NULL;
`;

/** Automations that are enabled wait for their schedule. The worker that finds the batch due reads its time. */
const SCHEDULES = `
  INSERT INTO automation_batches (id, account_id, automation_id, type, status, position, next_attempt_at, created_at)
  SELECT uuid_v7(now()), account_id, id, 'schedule', 'pending', '00000000-0000-0000-0000-000000000000', now(), now()
  FROM automations WHERE trigger = 'service:schedule' AND status = 'enabled' AND deleted_at IS NULL;
`;

const STATS = `
  -- The funnel of an automation with many runs, as it was last counted.
  CREATE TABLE automation_stats (
    automation_id uuid PRIMARY KEY,
    counts json NOT NULL,
    counted_at timestamptz NOT NULL
  );
`;
