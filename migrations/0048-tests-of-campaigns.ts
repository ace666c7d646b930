// Tests of campaigns (docs/architecture/campaign-tests.md): what a campaign tests, how far its test has come and
// how it was decided.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE campaigns
      -- What is tested: {variants: [{key, gives}], testPercent, winnerMetric, wait}; null: nothing.
      ADD COLUMN ab_test jsonb,
      -- What the variants say, in their order.
      ADD COLUMN variant_content_ids uuid[],
      -- What the campaign said before its winner became what it says (content_id).
      ADD COLUMN base_content_id uuid,
      -- Recipients of the test group, how many of them have got their variant, and the sort_key of the last one of those.
      ADD COLUMN test_size integer,
      ADD COLUMN test_taken integer NOT NULL DEFAULT 0,
      ADD COLUMN test_key integer,
      -- When the winner is decided; null: the group is not sent yet, or a person decides.
      ADD COLUMN decides_at timestamptz,
      ADD COLUMN winner text,
      ADD COLUMN decided_by text CHECK (decided_by IN ('metric', 'too_few', 'tie', 'manual')),
      ADD COLUMN decided_at timestamptz;
    -- The process counts by variant what happens; one of the release before counts only by campaign.
    ALTER TABLE worker_processes ADD COLUMN counts_variants boolean NOT NULL DEFAULT false;
  `);
}
