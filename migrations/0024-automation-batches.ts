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

/**
 * A table of its own: processes of the release before know \`automation_batches\`, and take every type that they do not
 * know for a deletion. What they have left there is taken over (shared/resources/flows/automations/batches/take-over.ts).
 */
const BATCHES = `
  -- Work: what is done to many contacts or runs of an automation.
  CREATE TABLE automation_batch_work (
    id uuid PRIMARY KEY,
    account_id uuid NOT NULL,
    automation_id uuid NOT NULL,
    type text NOT NULL CHECK (type IN ('schedule', 'enroll', 'retry', 'cancel', 'count', 'delete')),
    -- pending: it waits for its time, or for a worker. missed: the automation was disabled at the time of its schedule.
    status text NOT NULL CHECK (status IN ('pending', 'running', 'completed', 'cancelled', 'missed', 'failed')),
    -- The last contact or run that was looked at, in the order of ids.
    position uuid NOT NULL,
    -- The epoch of the automation for which it was asked; a schedule takes that of its time.
    epoch integer,
    -- schedule: its time; null: not read yet. enroll: when it was asked; contacts that exist then. retry: runs that had
    -- failed then.
    taken_at timestamptz,
    -- enroll: {contactId} | {segmentId} | {all: true}. retry: {since}.
    selection jsonb,
    -- How many contacts or runs it is about; null: not counted yet.
    total integer,
    done integer NOT NULL DEFAULT 0,
    skipped integer NOT NULL DEFAULT 0,
    failed integer NOT NULL DEFAULT 0,
    -- Why → how many were skipped.
    reasons jsonb NOT NULL DEFAULT '{}',
    -- count: what the runs before the position have added up to.
    partial json,
    -- Why the last try of a step has failed.
    last_error text,
    created_at timestamptz NOT NULL,
    ended_at timestamptz,
    next_attempt_at timestamptz,
    attempts integer NOT NULL DEFAULT 0,
    claimed_by uuid,
    claim_token uuid,
    woken_at timestamptz
  );
  CREATE INDEX automation_batch_work_page ON automation_batch_work (automation_id, id);
  -- An automation has one schedule that has not come yet.
  CREATE UNIQUE INDEX automation_batch_work_schedule ON automation_batch_work (automation_id)
    WHERE type = 'schedule' AND status = 'pending';
  CREATE INDEX automation_batch_work_unfinished ON automation_batch_work (account_id)
    WHERE type IN ('enroll', 'retry') AND ended_at IS NULL;
  CREATE INDEX automation_batch_work_ended ON automation_batch_work (ended_at) WHERE ended_at IS NOT NULL;
  CREATE INDEX automation_batch_work_due ON automation_batch_work (next_attempt_at)
    WHERE claimed_by IS NULL AND woken_at IS NULL AND next_attempt_at IS NOT NULL;
  CREATE INDEX automation_batch_work_woken ON automation_batch_work (woken_at)
    WHERE claimed_by IS NULL AND woken_at IS NOT NULL;
  CREATE INDEX automation_batch_work_claimed ON automation_batch_work (claimed_by) WHERE claimed_by IS NOT NULL;
`;

/** Automations that were enabled before have no batch. Their time is read by the worker, which knows time zones. */
const SCHEDULES = `
  INSERT INTO automation_batch_work (id, account_id, automation_id, type, status, position, next_attempt_at, created_at)
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
