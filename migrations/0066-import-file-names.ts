// The name of the file of an import, so that people find theirs in the list. A column without a default does not rewrite
// its table. Null: the file came without a name, or before this release.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw('ALTER TABLE contact_imports ADD COLUMN IF NOT EXISTS file_name text');
}
