// Creates the table of worker processes, whose heartbeat is the lease on all rows that they have claimed, and the table
// of recurring work (cron tasks).
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE worker_processes (
      id uuid PRIMARY KEY,
      groups text[] NOT NULL,
      host text NOT NULL,
      pid integer NOT NULL,
      started_at timestamptz NOT NULL DEFAULT now(),
      heartbeat_at timestamptz NOT NULL DEFAULT now()
    );

    CREATE TABLE recurring_work (
      name text PRIMARY KEY,
      next_attempt_at timestamptz,
      attempts smallint NOT NULL DEFAULT 0,
      claimed_by uuid,
      claim_token uuid,
      woken_at timestamptz,
      last_finished_at timestamptz,
      last_error text
    );
  `);
}
