// Accounts that stand still (docs/architecture/suspension.md): because an operator has suspended them, or because they are
// to be deleted. Hot statements ask for all of its rows at once, so it has no other columns that grow, and no foreign key: the row
// of an account that is deleted goes last.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE account_suspensions (
      account_id uuid NOT NULL,
      cause text NOT NULL CHECK (cause IN ('operator', 'deletion')),
      -- For the people of the account.
      reason text,
      suspended_at timestamptz(3) NOT NULL,
      -- The end of the time in which a deletion can be taken back.
      deletes_at timestamptz(3),
      -- Null: its people were not notified yet.
      notified_at timestamptz(3),
      PRIMARY KEY (account_id, cause)
    );
    -- When an account was resumed last: what is given up after a time begins to wait again then.
    CREATE TABLE account_resumptions (
      account_id uuid PRIMARY KEY,
      resumed_at timestamptz(3) NOT NULL
    )`);
}
