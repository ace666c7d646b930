// AI credits (docs/architecture/ai.md): what accounts have used, by the hour, and the sum of the hours that still count, as
// runs of automations are counted.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE ai_usage (
      account_id uuid NOT NULL,
      hour timestamptz NOT NULL,
      credits integer NOT NULL,
      PRIMARY KEY (account_id, hour)
    ) WITH (fillfactor = 50);
    CREATE TABLE ai_usage_totals (
      account_id uuid PRIMARY KEY,
      -- The first hour that counts.
      since timestamptz NOT NULL,
      credits integer NOT NULL
    ) WITH (fillfactor = 50);
  `);
}
