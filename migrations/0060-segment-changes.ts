// When a segment was changed last, so that two people who edit it do not overwrite each other unseen
// (docs/reference/segments.md#patch-and-delete-segmentsid), and why the rows of an import were refused, counted with each
// chunk (docs/reference/contact-imports.md#the-import-record): a page that shows them reads no million rows. Columns
// without a default do not rewrite their table. Null: not changed since it was created; none was counted.
import type { Knex } from 'knex';

/** A transaction would keep the lock of one table while it waits for the other. */
export const config = { transaction: false };

export async function up(knex: Knex): Promise<void> {
  await knex.raw('ALTER TABLE segments ADD COLUMN IF NOT EXISTS updated_at timestamptz(3)');
  await knex.raw('ALTER TABLE contact_imports ADD COLUMN IF NOT EXISTS reasons jsonb');
}
