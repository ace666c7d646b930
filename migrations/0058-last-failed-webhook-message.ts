// Which message an endpoint has refused last (docs/reference/webhooks.md#health), so that a page can say why it fails
// without a search among those that wait. A column without a default does not rewrite its table.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw('ALTER TABLE webhooks ADD COLUMN last_failed_message_id uuid');
}
