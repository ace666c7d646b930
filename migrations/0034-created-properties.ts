// Properties that are made for what has none: the setting of an account and the choice of an import. Of an import also
// which columns of its file were used and which were left out. A process of the release before makes no properties, and
// leaves `columns` null; the next run of the import decides about them.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw('ALTER TABLE accounts ADD COLUMN create_properties boolean NOT NULL DEFAULT false');
  await knex.raw(`
    ALTER TABLE contact_imports
      ADD COLUMN create_properties boolean NOT NULL DEFAULT false,
      -- {used: [[position, name, field]], ignored: [name]}; null: the header was not read yet.
      ADD COLUMN columns jsonb`);
}
