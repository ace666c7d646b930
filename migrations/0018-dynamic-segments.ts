// Segments get a filter, which makes them dynamic, and the number of their contacts as it was last counted. Counting a
// large audience is work in the background: a row of `segment_recounts`.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE segments
      -- A tree of rules; null: contacts are added by hand.
      ADD COLUMN filter jsonb,
      -- Null: not counted yet.
      ADD COLUMN contacts_count integer,
      ADD COLUMN counted_at timestamptz;

    -- Work: a segment, whose id this is, that is being counted.
    CREATE TABLE segment_recounts (
      id uuid PRIMARY KEY,
      account_id uuid NOT NULL,
      -- The last contact that was looked at, in the order of ids, and how many were found until there.
      position uuid NOT NULL,
      counted integer NOT NULL DEFAULT 0,
      next_attempt_at timestamptz,
      attempts integer NOT NULL DEFAULT 0,
      claimed_by uuid,
      claim_token uuid,
      woken_at timestamptz,
      created_at timestamptz NOT NULL
    );
    CREATE INDEX segment_recounts_due ON segment_recounts (next_attempt_at)
      WHERE claimed_by IS NULL AND woken_at IS NULL AND next_attempt_at IS NOT NULL;
    CREATE INDEX segment_recounts_woken ON segment_recounts (woken_at)
      WHERE claimed_by IS NULL AND woken_at IS NOT NULL;
    CREATE INDEX segment_recounts_claimed ON segment_recounts (claimed_by) WHERE claimed_by IS NOT NULL;
  `);
}
