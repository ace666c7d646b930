// Creates the mail tables: emails, recipients, events, contents, request logs, webhook messages and attempts. They
// contain most rows and are hard to change later. They are range-partitioned by a time-ordered id (UUID v7; a
// time-ordered bigint for logs); partitions are created in advance (shared/platform/db/partitions.ts) and dropped by
// retention. There are no foreign keys, because a partition is dropped as a whole. Large texts are stored uncompressed
// and out of line (STORAGE EXTERNAL), because compressing 10 KB costs more than the rest of the insert.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(EMAILS);
  await knex.raw(RECIPIENTS);
  await knex.raw(EVENTS_AND_CONTENTS);
  await knex.raw(LOGS);
  await knex.raw(WEBHOOKS);
}

const EMAILS = `
  CREATE TABLE emails (
    id uuid PRIMARY KEY,
    account_id uuid NOT NULL,
    domain_id uuid NOT NULL,
    content_id uuid NOT NULL,
    source text NOT NULL CHECK (source IN
      ('api', 'batch', 'campaign', 'automation', 'reply', 'forward', 'smtp')),
    status text NOT NULL CHECK (status IN
      ('pending', 'queued', 'sending', 'sent', 'delivered', 'delivery_delayed', 'bounced', 'complained',
       'suppressed', 'failed', 'canceled')),
    last_event text,
    message_id text NOT NULL,
    from_address text NOT NULL,
    to_addresses text[] NOT NULL,
    cc_addresses text[],
    bcc_addresses text[],
    reply_to_addresses text[],
    subject text NOT NULL,
    preview_text text,
    headers jsonb,
    tags jsonb,
    topic_id uuid,
    template_id uuid,
    campaign_id uuid,
    automation_id uuid,
    scheduled_at timestamptz,
    sent_at timestamptz,
    created_at timestamptz NOT NULL
  ) PARTITION BY RANGE (id);
  CREATE INDEX emails_page ON emails (account_id, id);
  CREATE INDEX emails_due ON emails (scheduled_at) WHERE status = 'pending';
`;

// Workers claim recipients, never emails (docs/architecture/guarantees.md#claims). The columns from next_attempt_at to
// woken_at are those of every work table (shared/platform/work/work-table.ts). A finished row is in none of the partial
// indexes on them.
const RECIPIENTS = `
  CREATE TABLE email_recipients (
    id uuid PRIMARY KEY,
    email_id uuid NOT NULL,
    account_id uuid NOT NULL,
    kind text NOT NULL CHECK (kind IN ('to', 'cc', 'bcc')),
    position smallint NOT NULL,
    address text NOT NULL,
    state text NOT NULL CHECK (state IN
      ('pending', 'queued', 'sending', 'sent', 'delivered', 'delivery_delayed', 'bounced', 'complained',
       'suppressed', 'failed', 'canceled')),
    lane text NOT NULL CHECK (lane IN ('transactional', 'campaign')),
    next_attempt_at timestamptz,
    attempts smallint NOT NULL DEFAULT 0,
    claimed_by uuid,
    claim_token uuid,
    woken_at timestamptz,
    smtp_code smallint,
    smtp_reply text,
    sent_at timestamptz,
    updated_at timestamptz NOT NULL
  ) PARTITION BY RANGE (id);
  CREATE INDEX email_recipients_email ON email_recipients (email_id);
  CREATE INDEX email_recipients_due ON email_recipients (next_attempt_at)
    WHERE claimed_by IS NULL AND woken_at IS NULL AND next_attempt_at IS NOT NULL;
  CREATE INDEX email_recipients_woken ON email_recipients (woken_at)
    WHERE claimed_by IS NULL AND woken_at IS NOT NULL;
  CREATE INDEX email_recipients_claimed ON email_recipients (claimed_by) WHERE claimed_by IS NOT NULL;
`;

const EVENTS_AND_CONTENTS = `
  CREATE TABLE email_events (
    id uuid PRIMARY KEY,
    email_id uuid NOT NULL,
    account_id uuid NOT NULL,
    recipient text,
    type text NOT NULL,
    data jsonb,
    created_at timestamptz NOT NULL
  ) PARTITION BY RANGE (id);
  CREATE INDEX email_events_email ON email_events (email_id, id);

  CREATE TABLE email_contents (
    id uuid PRIMARY KEY,
    account_id uuid NOT NULL,
    html text,
    text text,
    created_at timestamptz NOT NULL
  ) PARTITION BY RANGE (id);
  ALTER TABLE email_contents ALTER COLUMN html SET STORAGE EXTERNAL, ALTER COLUMN text SET STORAGE EXTERNAL;
`;

// The id of a log is a number (docs/reference/logs.md): Unix milliseconds × 2^20 + a counter, so that logs are paged
// and partitioned by time like the tables with UUIDs. It fits into a bigint until the year 2248.
const LOGS = `
  CREATE TABLE logs (
    id bigint PRIMARY KEY,
    account_id uuid NOT NULL,
    api_key_id uuid,
    request_id text NOT NULL,
    method text NOT NULL,
    endpoint text NOT NULL,
    response_status smallint NOT NULL,
    duration_ms integer NOT NULL,
    user_agent text,
    request_body text,
    response_body text,
    created_at timestamptz NOT NULL
  ) PARTITION BY RANGE (id);
  ALTER TABLE logs ALTER COLUMN request_body SET STORAGE EXTERNAL, ALTER COLUMN response_body SET STORAGE EXTERNAL;
  CREATE INDEX logs_page ON logs (account_id, id);
`;

const WEBHOOKS = `
  CREATE TABLE webhook_messages (
    id uuid PRIMARY KEY,
    account_id uuid NOT NULL,
    webhook_id uuid NOT NULL,
    type text NOT NULL,
    payload text NOT NULL,
    state text NOT NULL CHECK (state IN ('pending', 'attempting', 'success', 'failed')),
    next_attempt_at timestamptz,
    attempts smallint NOT NULL DEFAULT 0,
    claimed_by uuid,
    claim_token uuid,
    woken_at timestamptz,
    created_at timestamptz NOT NULL
  ) PARTITION BY RANGE (id);
  ALTER TABLE webhook_messages ALTER COLUMN payload SET STORAGE EXTERNAL;
  CREATE INDEX webhook_messages_page ON webhook_messages (webhook_id, id);
  CREATE INDEX webhook_messages_due ON webhook_messages (next_attempt_at)
    WHERE claimed_by IS NULL AND woken_at IS NULL AND next_attempt_at IS NOT NULL;
  CREATE INDEX webhook_messages_woken ON webhook_messages (woken_at)
    WHERE claimed_by IS NULL AND woken_at IS NOT NULL;
  CREATE INDEX webhook_messages_claimed ON webhook_messages (claimed_by) WHERE claimed_by IS NOT NULL;

  CREATE TABLE webhook_attempts (
    id uuid PRIMARY KEY,
    account_id uuid NOT NULL,
    webhook_id uuid NOT NULL,
    message_id uuid NOT NULL,
    status_code smallint,
    error text,
    duration_ms integer NOT NULL,
    response_headers jsonb,
    response_body text,
    created_at timestamptz NOT NULL
  ) PARTITION BY RANGE (id);
  CREATE INDEX webhook_attempts_message ON webhook_attempts (message_id, id);
`;
