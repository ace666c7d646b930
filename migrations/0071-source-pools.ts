// The pool of MX_SOURCES from which the mail of a domain leaves (docs/direct-delivery.md#direct-or-relay). A column without a default
// does not rewrite its table; the release before leaves it out.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw('ALTER TABLE domains ADD COLUMN IF NOT EXISTS source_pool text');
}
