// What is wrong with the installation, and which mail to the operators has said so (docs/operations.md#alerts-by-mail). They
// belong to no account.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE operator_alerts (
      -- What is wrong, in words: the subject of its mail. A handful: what is mended keeps its row.
      name text PRIMARY KEY,
      -- The look that finds it, and that sees when it is over.
      scope text NOT NULL,
      -- What the last check found, and what to do.
      sentence text NOT NULL,
      -- By which no mail about it leaves.
      provider text,
      since timestamptz NOT NULL,
      seen_at timestamptz NOT NULL,
      ended_at timestamptz,
      -- When the last mail of each kind was accepted. It is about these times if it is not older than them.
      mailed_at timestamptz,
      ended_mailed_at timestamptz,
      -- Who has the mail that is being sent, until all have it.
      mailed_to text[] NOT NULL DEFAULT '{}',
      -- A process sends it, until then at most.
      mailing_until timestamptz
    )`);
}
