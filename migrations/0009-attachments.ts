// Creates the tables of attachments: their metadata, and their bytes in chunks, so that neither the writer nor the
// reader ever has a whole file in memory. Both are partitioned like the mail tables (0002-mail.ts) and are dropped with
// the month of their email.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE email_attachments (
      id uuid PRIMARY KEY,
      email_id uuid NOT NULL,
      account_id uuid NOT NULL,
      filename text NOT NULL,
      content_type text NOT NULL,
      content_id text,
      disposition text NOT NULL CHECK (disposition IN ('inline', 'attachment')),
      path text,
      -- Null until a hosted one was fetched.
      size integer CHECK (size >= 0),
      stored_id uuid,
      created_at timestamptz NOT NULL,
      CHECK (path IS NOT NULL OR size IS NOT NULL),
      CHECK ((size IS NULL) = (stored_id IS NULL))
    ) PARTITION BY RANGE (id);
    CREATE INDEX email_attachments_email ON email_attachments (email_id, id);

    -- An email without attachments, so nearly every one, is sent without asking for them.
    ALTER TABLE emails ADD COLUMN attachment_count smallint NOT NULL DEFAULT 0;

    -- Numbered from 0. Compressing what mostly is compressed would only cost time.
    CREATE TABLE attachment_chunks (
      id uuid NOT NULL,
      number integer NOT NULL,
      bytes bytea NOT NULL,
      PRIMARY KEY (id, number)
    ) PARTITION BY RANGE (id);
    ALTER TABLE attachment_chunks ALTER COLUMN bytes SET STORAGE EXTERNAL;

    -- Contents that no email refers to yet: the transaction that refers to one removes its row, and what stays is
    -- left over from a request that failed.
    CREATE TABLE attachment_uploads (
      id uuid PRIMARY KEY,
      started_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX attachment_uploads_age ON attachment_uploads (started_at);
  `);
}
