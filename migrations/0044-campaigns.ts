// Campaigns (docs/architecture/campaigns.md): one message to many contacts. A campaign is record and row of work. What it
// says is in rows that never change; each contact of its audience is a row of the dispatch, which is one start of it.
// Recipients have no address, and are partitioned like mail by the id of their dispatch.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(CAMPAIGNS);
  await knex.raw(RECIPIENTS);
  await knex.raw(METRICS);
  // Last, because the table is busy.
  await knex.raw(`
    -- The process renders contents of campaigns; a release before campaigns would send their mail empty.
    ALTER TABLE worker_processes ADD COLUMN renders_contents boolean NOT NULL DEFAULT false;
  `);
}

const CAMPAIGNS = `
  CREATE TABLE campaigns (
    id uuid PRIMARY KEY,
    account_id uuid NOT NULL,
    name text NOT NULL,
    status text NOT NULL CHECK (status IN
      ('draft', 'scheduled', 'queued', 'testing', 'sending', 'paused', 'sent', 'canceled', 'failed')),
    paused_reason text,
    -- The status to which a paused campaign returns.
    paused_from text,
    -- Why it could not start, as a sentence.
    failed_reason text,
    audience_id uuid NOT NULL,
    -- Null: all contacts of the audience.
    segment_id uuid,
    topic_id uuid,
    -- What it measures, as it was given: {opens?, clicks?}; null: what the domain measures.
    tracking jsonb,
    -- What is said from now on (campaign_contents).
    content_id uuid NOT NULL,
    scheduled_at timestamptz,
    -- Since its audience is taken.
    dispatch_id uuid,
    taken_at timestamptz,
    -- Contacts of the audience, and how many of them were left out by reason, when it was taken.
    total integer,
    left_out jsonb NOT NULL DEFAULT '{}',
    -- Left out later, when their mail was to be released.
    left_out_later jsonb NOT NULL DEFAULT '{}',
    -- When everybody was tried or left out.
    sent_at timestamptz,
    -- What the audience was before its start, when it was asked for last: {total, left_out}.
    counted jsonb,
    counted_at timestamptz,
    deleted_at timestamptz,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    -- All that is due before this was released: (due_at, sort_key) of recipients.
    cursor_at timestamptz,
    cursor_key integer,
    -- It continues after a pause: mail that was held is due again soon after this.
    resumed_at timestamptz,
    -- The last contact that was taken, canceled or removed.
    position text NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
    next_attempt_at timestamptz,
    attempts smallint NOT NULL DEFAULT 0,
    claimed_by uuid,
    claim_token uuid,
    woken_at timestamptz,
    last_error text
  ) WITH (fillfactor = 70);
  CREATE INDEX campaigns_account ON campaigns (account_id, id);
  CREATE UNIQUE INDEX campaigns_dispatch ON campaigns (dispatch_id) WHERE dispatch_id IS NOT NULL;
  CREATE INDEX campaigns_unfinished ON campaigns (account_id)
    WHERE status IN ('scheduled', 'queued', 'testing', 'sending', 'paused') AND deleted_at IS NULL;
  -- Those whose mail a send worker must not send.
  CREATE INDEX campaigns_stopped ON campaigns (id)
    WHERE (status = 'paused' AND next_attempt_at IS NULL) OR (status = 'canceled' AND next_attempt_at IS NOT NULL);
  CREATE INDEX campaigns_deleted ON campaigns (deleted_at) WHERE deleted_at IS NOT NULL;
  CREATE INDEX campaigns_due ON campaigns (next_attempt_at)
    WHERE claimed_by IS NULL AND woken_at IS NULL AND next_attempt_at IS NOT NULL;
  CREATE INDEX campaigns_woken ON campaigns (woken_at) WHERE claimed_by IS NULL AND woken_at IS NOT NULL;
  CREATE INDEX campaigns_claimed ON campaigns (claimed_by) WHERE claimed_by IS NOT NULL;

  -- What a campaign says. A row never changes: an edit makes another one.
  CREATE TABLE campaign_contents (
    id uuid PRIMARY KEY,
    account_id uuid NOT NULL,
    campaign_id uuid NOT NULL,
    from_address text NOT NULL,
    subject text NOT NULL,
    reply_to_addresses text[],
    preview_text text,
    html text,
    text text,
    -- Its contents come from this template. Until the campaign starts html and text are null then.
    template_id uuid,
    variables jsonb,
    -- The variables that the template declared, and the postal address of the footer, when the campaign started.
    declared jsonb,
    postal_address text,
    created_at timestamptz NOT NULL
  );
  ALTER TABLE campaign_contents ALTER COLUMN html SET STORAGE EXTERNAL, ALTER COLUMN text SET STORAGE EXTERNAL;
  CREATE INDEX campaign_contents_campaign ON campaign_contents (campaign_id);
  CREATE INDEX campaign_contents_template ON campaign_contents (template_id) WHERE template_id IS NOT NULL;
`;

const RECIPIENTS = `
  CREATE TABLE campaign_recipients (
    dispatch_id uuid NOT NULL,
    contact_id uuid NOT NULL,
    account_id uuid NOT NULL,
    -- A hash of the contact: who comes first is no matter of age.
    sort_key integer NOT NULL,
    state text NOT NULL CHECK (state IN ('pending', 'released', 'left_out', 'delivery_delayed', 'sent', 'delivered', 'bounced',
      'failed', 'suppressed', 'complained', 'canceled')),
    -- Why it was left out.
    reason text,
    due_at timestamptz NOT NULL,
    email_id uuid,
    -- What has happened, once each; the state is only the last of it.
    sent_at timestamptz,
    delivered_at timestamptz,
    bounced_at timestamptz,
    bounce_type text,
    failed_at timestamptz,
    suppressed_at timestamptz,
    complained_at timestamptz,
    opened_at timestamptz,
    clicked_at timestamptz,
    unsubscribed_at timestamptz,
    delays integer NOT NULL DEFAULT 0,
    opens integer NOT NULL DEFAULT 0,
    clicks integer NOT NULL DEFAULT 0,
    machine_opens integer NOT NULL DEFAULT 0,
    machine_clicks integer NOT NULL DEFAULT 0,
    -- The person was erased: the contact is one that never was.
    is_erased boolean NOT NULL DEFAULT false,
    PRIMARY KEY (dispatch_id, contact_id)
  ) PARTITION BY RANGE (dispatch_id);
  CREATE INDEX campaign_recipients_unfinished ON campaign_recipients (dispatch_id, state, due_at, sort_key)
    WHERE state IN ('pending', 'released');
  -- What few are: found without reading all others.
  CREATE INDEX campaign_recipients_exceptions ON campaign_recipients (dispatch_id, state, contact_id)
    WHERE state IN ('left_out', 'delivery_delayed', 'bounced', 'failed', 'suppressed', 'complained', 'canceled');
  CREATE INDEX campaign_recipients_opened ON campaign_recipients (dispatch_id, contact_id)
    WHERE opened_at IS NOT NULL OR machine_opens > 0;
  CREATE INDEX campaign_recipients_clicked ON campaign_recipients (dispatch_id, contact_id)
    WHERE clicked_at IS NOT NULL OR machine_clicks > 0;
  -- For the timelines of contacts: those who got no mail of a campaign that had taken them.
  CREATE INDEX campaign_recipients_unmailed ON campaign_recipients (contact_id, dispatch_id)
    WHERE email_id IS NULL AND state IN ('left_out', 'canceled');
  CREATE INDEX campaign_recipients_unsubscribed ON campaign_recipients (dispatch_id, contact_id)
    WHERE unsubscribed_at IS NOT NULL;
`;

const METRICS = `
  -- As email_metrics, by campaign.
  CREATE TABLE campaign_metrics (
    account_id uuid NOT NULL,
    starts_at timestamptz NOT NULL,
    campaign_id uuid NOT NULL,
    domain_id uuid NOT NULL,
    metric text NOT NULL,
    slot smallint NOT NULL,
    count integer NOT NULL,
    PRIMARY KEY (account_id, starts_at, campaign_id, domain_id, metric, slot)
  ) WITH (fillfactor = 70);
  CREATE INDEX campaign_metrics_campaign ON campaign_metrics (campaign_id);
`;
