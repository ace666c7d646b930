// The links that a recipient has followed: id of the link → clicks of the person. In a migration of its own, because releases
// lock campaigns and then recipients. A column without a default does not rewrite its table.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw('ALTER TABLE campaign_recipients ADD COLUMN clicked_links jsonb');
}
