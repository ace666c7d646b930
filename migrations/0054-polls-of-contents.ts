// What mail asks (docs/architecture/polls.md), and whether a campaign has a version on the web. Each statement is a transaction
// of its own: requests read several of these tables at once, and would deadlock with one that locks them together.
import type { Knex } from 'knex';

export const config = { transaction: false };

export async function up(knex: Knex): Promise<void> {
  // {id, question, options: [{id, label}], closesAt, results}; null: the mail asks nothing.
  for (const table of ['email_contents', 'campaign_contents', 'template_versions'])
    await knex.raw(`ALTER TABLE ${table} ADD COLUMN IF NOT EXISTS poll jsonb`);
  // link, public or off (docs/reference/web-version.md).
  await knex.raw(`ALTER TABLE campaigns ADD COLUMN IF NOT EXISTS web_version text NOT NULL DEFAULT 'link'`);
}
