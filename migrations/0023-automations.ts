// Events and automations: definitions of events, events as they arrived, automations with the versions of their graphs,
// runs and what they did (docs/architecture/automations.md).
import type { Knex } from 'knex';

const WORK_COLUMNS = `
      next_attempt_at timestamptz,
      attempts integer NOT NULL DEFAULT 0,
      claimed_by uuid,
      claim_token uuid,
      woken_at timestamptz`;

/** The table is small: it has the people that are being erased at the moment. */
const ERASURES = `
  ALTER TABLE contact_erasures DROP CONSTRAINT contact_erasures_phase_check;
  ALTER TABLE contact_erasures ADD CONSTRAINT contact_erasures_phase_check CHECK (phase IN
    ('scheduled', 'emails', 'mentions', 'messages', 'logs', 'answers', 'imports', 'events', 'runs', 'unfinished',
     'late_logs'));
`;

const FORMER_IDS = `
  -- Deleted contacts of which events or runs are left, for erasures of their address.
  CREATE TABLE contact_former_ids (
    account_id uuid NOT NULL,
    email_key text NOT NULL,
    contact_id uuid NOT NULL,
    deleted_at timestamptz NOT NULL,
    PRIMARY KEY (account_id, email_key, contact_id)
  );
  CREATE INDEX contact_former_ids_deleted ON contact_former_ids (deleted_at);
`;

export async function up(knex: Knex): Promise<void> {
  await createEvents(knex);
  await createAutomations(knex);
  await createRuns(knex);
  await knex.raw(ERASURES);
  await knex.raw(FORMER_IDS);
  for (const table of ['automation_runs', 'automation_batches']) {
    await knex.raw(`
      CREATE INDEX ${table}_due ON ${table} (next_attempt_at)
        WHERE claimed_by IS NULL AND woken_at IS NULL AND next_attempt_at IS NOT NULL;
      CREATE INDEX ${table}_woken ON ${table} (woken_at) WHERE claimed_by IS NULL AND woken_at IS NOT NULL;
      CREATE INDEX ${table}_claimed ON ${table} (claimed_by) WHERE claimed_by IS NOT NULL;
    `);
  }
}

async function createEvents(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Definitions. Events may be sent without one.
    CREATE TABLE events (
      id uuid PRIMARY KEY,
      account_id uuid NOT NULL REFERENCES accounts (id),
      name text NOT NULL,
      -- Field → type; null: any payload. json keeps the order of the fields.
      schema json,
      created_at timestamptz NOT NULL,
      updated_at timestamptz,
      UNIQUE (account_id, name)
    );
    CREATE INDEX events_account ON events (account_id, id);

    CREATE TABLE received_events (
      id uuid PRIMARY KEY,
      account_id uuid NOT NULL,
      domain_id uuid NOT NULL,
      contact_id uuid NOT NULL,
      name text NOT NULL,
      payload json,
      -- For each automation with this trigger: its run, or why none started.
      outcomes jsonb NOT NULL,
      waits_resolved integer NOT NULL,
      created_at timestamptz NOT NULL
    ) PARTITION BY RANGE (id);
    ALTER TABLE received_events ALTER COLUMN payload SET STORAGE EXTERNAL;
    CREATE INDEX received_events_contact ON received_events (contact_id, id);
  `);
}

async function createAutomations(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE automations (
      id uuid PRIMARY KEY,
      account_id uuid NOT NULL REFERENCES accounts (id),
      -- Null: the domain was deleted. Its name is kept.
      domain_id uuid,
      domain text NOT NULL,
      audience_id uuid NOT NULL,
      name text NOT NULL,
      status text NOT NULL CHECK (status IN ('enabled', 'disabled')),
      trigger text NOT NULL,
      -- Null: the trigger was given without a step.
      trigger_key text,
      -- The settings of the scheduled trigger: at and timezone, as they were given.
      trigger_config jsonb,
      reentry text NOT NULL CHECK (reentry IN ('always', 'when_done', 'once')),
      -- The steps without the trigger, and the connections (shared/resources/flows/automations/graph/graph.ts).
      graph json NOT NULL,
      -- The version that new runs take; null: it was never enabled.
      version_id uuid,
      -- Runs of an earlier epoch are cancelled, before a job has written it into each of them.
      epoch integer NOT NULL DEFAULT 0,
      -- Set while a job removes the rest.
      deleted_at timestamptz,
      created_at timestamptz NOT NULL,
      updated_at timestamptz
    );
    CREATE INDEX automations_page ON automations (account_id, id) WHERE deleted_at IS NULL;
    CREATE INDEX automations_trigger ON automations (domain_id, trigger) WHERE deleted_at IS NULL;
    -- For the events of the service, which concern all domains of an audience.
    CREATE INDEX automations_service ON automations (account_id, trigger) WHERE deleted_at IS NULL;

    -- Graphs as they were enabled. A row never changes.
    CREATE TABLE automation_versions (
      id uuid PRIMARY KEY,
      automation_id uuid NOT NULL,
      account_id uuid NOT NULL,
      number integer NOT NULL,
      -- The format of the graph.
      format smallint NOT NULL,
      graph json NOT NULL,
      -- The contact properties that its rules and variables name: [key, number, type].
      properties json NOT NULL,
      created_at timestamptz NOT NULL,
      UNIQUE (automation_id, number)
    );
  `);
}

async function createRuns(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Work: a contact on its way through an automation. Not partitioned, because of its unique indexes.
    CREATE TABLE automation_runs (
      id uuid PRIMARY KEY,
      account_id uuid NOT NULL,
      automation_id uuid NOT NULL,
      version_id uuid NOT NULL,
      -- The automation's epoch when the run started.
      epoch integer NOT NULL,
      domain_id uuid NOT NULL,
      contact_id uuid NOT NULL,
      -- What started it: the event.
      source_id uuid NOT NULL,
      -- At most one such run of a contact is active (reentry when_done).
      is_exclusive boolean NOT NULL,
      status text NOT NULL DEFAULT 'running' CHECK (status IN ('running', 'completed', 'failed', 'cancelled')),
      -- Why it failed or was cancelled.
      reason text,
      -- The automations whose runs caused it, the first one first.
      chain uuid[] NOT NULL,
      -- The payload of the event that started it.
      payload json,
      -- Event name → payload, of the waits that an event has ended.
      waits json NOT NULL DEFAULT '{}',
      -- Events that came for waits: [{step, id, at, filter?}].
      inbox json NOT NULL DEFAULT '[]',
      -- The names of the events for which it waits or will wait.
      listens text[] NOT NULL,
      -- The step at which it is, or at which it failed or was cancelled; null: it is completed.
      step_key text,
      -- How many steps it has reached before this one.
      position smallint NOT NULL DEFAULT 0,
      -- When it came to the step, if steps take no time and pauses end when they are due.
      clock timestamptz NOT NULL,
      -- When the pause of the step ends; null: it does not pause.
      wait_until timestamptz,
      -- Since when a passing refusal has postponed the step.
      postponed_at timestamptz,
      created_at timestamptz NOT NULL,
      ended_at timestamptz,${WORK_COLUMNS}
    ) WITH (fillfactor = 70);
    ALTER TABLE automation_runs
      ALTER COLUMN payload SET STORAGE EXTERNAL,
      ALTER COLUMN waits SET STORAGE EXTERNAL,
      ALTER COLUMN inbox SET STORAGE EXTERNAL;
    CREATE INDEX automation_runs_automation ON automation_runs (automation_id, id);
    CREATE INDEX automation_runs_contact ON automation_runs (contact_id) WHERE status = 'running';
    -- Lists of what went wrong: few of many.
    CREATE INDEX automation_runs_broken ON automation_runs (automation_id, id)
      WHERE status IN ('failed', 'cancelled');
    CREATE INDEX automation_runs_ended ON automation_runs (contact_id, id) WHERE status <> 'running';
    -- For their removal.
    CREATE INDEX automation_runs_old ON automation_runs (ended_at) WHERE status <> 'running';
    CREATE UNIQUE INDEX automation_runs_source ON automation_runs (automation_id, source_id, contact_id);
    CREATE UNIQUE INDEX automation_runs_exclusive ON automation_runs (automation_id, contact_id)
      WHERE status = 'running' AND is_exclusive;

    -- The steps that runs have reached.
    CREATE TABLE automation_step_runs (
      run_id uuid NOT NULL,
      position smallint NOT NULL,
      step_id uuid NOT NULL,
      key text NOT NULL,
      status text NOT NULL CHECK (status IN ('waiting', 'completed', 'failed', 'skipped')),
      output json,
      error json,
      started_at timestamptz NOT NULL,
      completed_at timestamptz,
      PRIMARY KEY (run_id, position)
    );

    -- Who has entered an automation that everybody enters once. It outlives runs and contacts.
    CREATE TABLE automation_entries (
      automation_id uuid NOT NULL,
      email_key text NOT NULL,
      PRIMARY KEY (automation_id, email_key)
    );

    -- Started runs: by the hour, and the sum of the hours that still count.
    CREATE TABLE automation_usage (
      account_id uuid NOT NULL,
      hour timestamptz NOT NULL,
      runs integer NOT NULL,
      PRIMARY KEY (account_id, hour)
    ) WITH (fillfactor = 50);
    CREATE TABLE automation_usage_totals (
      account_id uuid PRIMARY KEY,
      -- The first hour that counts.
      since timestamptz NOT NULL,
      runs integer NOT NULL
    ) WITH (fillfactor = 50);

    -- Work: what is done to many runs of an automation.
    CREATE TABLE automation_batches (
      id uuid PRIMARY KEY,
      account_id uuid NOT NULL,
      automation_id uuid NOT NULL,
      type text NOT NULL CHECK (type IN ('cancel', 'delete')),
      -- The last run that was looked at, in the order of ids.
      position uuid NOT NULL,
      created_at timestamptz NOT NULL,${WORK_COLUMNS}
    );
    CREATE INDEX automation_batches_automation ON automation_batches (automation_id);
  `);
}
