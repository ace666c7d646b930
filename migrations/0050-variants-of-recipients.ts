// The variant of the test that a recipient gets: its place in campaigns.variant_content_ids, from 0 on. In a migration of its
// own, because releases lock campaigns and then recipients. A column without a default does not rewrite its table.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw('ALTER TABLE campaign_recipients ADD COLUMN variant smallint');
}
