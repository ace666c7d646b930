// Campaigns, grown (docs/architecture/campaigns.md): the pace at which a campaign is released, what its brakes have judged, the
// hour of each time zone, parameters of its links, and which links were followed.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE campaigns
      -- Mails an hour; null: as many as fit.
      ADD COLUMN rate_per_hour integer,
      -- When the mail was due that was released last; null: none was at a pace.
      ADD COLUMN paced_at timestamptz,
      -- Its first outcomes were judged: no brake pauses it any more.
      ADD COLUMN is_proven boolean NOT NULL DEFAULT false,
      -- The time zone of scheduled_at; null: none was given.
      ADD COLUMN timezone text,
      -- The key of the contact property that has each contact's time zone; null: all are sent to at scheduled_at.
      ADD COLUMN timezone_property text,
      -- What clocks show when it is sent, in each zone; in ISO 8601, without an offset.
      ADD COLUMN wall_time text,
      -- Time zone → contacts that are not left out, of the audience as it was taken.
      ADD COLUMN zone_counts jsonb NOT NULL DEFAULT '{}';
    -- Parameters that its links get: {source, medium, campaign, content}; null: none.
    ALTER TABLE campaign_contents ADD COLUMN utm jsonb;
    -- The process knows pace, time zones and parameters of links; one of the release before would send without them.
    ALTER TABLE worker_processes ADD COLUMN paces_campaigns boolean NOT NULL DEFAULT false;

    -- The links of a campaign that people have followed.
    CREATE TABLE campaign_links (
      campaign_id uuid NOT NULL,
      -- The first 122 bits of the SHA-256 of the url.
      id uuid NOT NULL,
      account_id uuid NOT NULL,
      url text NOT NULL,
      PRIMARY KEY (campaign_id, id)
    );
    -- Clicks of people, and recipients who have clicked. Slots are as in email_metrics.
    CREATE TABLE campaign_link_counts (
      campaign_id uuid NOT NULL,
      link_id uuid NOT NULL,
      slot smallint NOT NULL,
      clicks integer NOT NULL,
      unique_clicks integer NOT NULL,
      PRIMARY KEY (campaign_id, link_id, slot)
    ) WITH (fillfactor = 50);
  `);
}
