// Adds recipients of campaigns to what is looked through when a person is erased. The table is small: it has the people that
// are being erased at the moment. A worker of the release before tries an erasure in the new phase again later; one that it
// has taken over before that phase passes it.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE contact_erasures DROP CONSTRAINT contact_erasures_phase_check;
    ALTER TABLE contact_erasures ADD CONSTRAINT contact_erasures_phase_check CHECK (phase IN
      ('scheduled', 'campaigns', 'emails', 'mentions', 'messages', 'logs', 'answers', 'imports', 'audit', 'events', 'runs',
       'unfinished', 'late_logs'));
  `);
}
