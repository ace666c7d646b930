// The backups that `ops backup` has made: for operators, and for the alert that none came. They belong to no account.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE backups (
      id uuid PRIMARY KEY,
      -- The moment whose state the copy has.
      taken_at timestamptz NOT NULL,
      -- Name of the copy, without its directory.
      name text NOT NULL,
      bytes bigint NOT NULL,
      -- How long it took.
      seconds real NOT NULL
    );
    CREATE INDEX backups_taken_at ON backups (taken_at);
  `);
}
