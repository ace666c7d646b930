// Creates the tables of contact imports (a work table with one row per import) and of the rows that were refused, and
// adds these rows to what is looked through when a person is erased.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(IMPORTS);
  await knex.raw(FAILURES);
  await knex.raw(ERASURES);
}

const IMPORTS = `
  CREATE TABLE contact_imports (
    id uuid PRIMARY KEY,
    account_id uuid NOT NULL,
    audience_id uuid NOT NULL,
    status text NOT NULL CHECK (status IN ('queued', 'in_progress', 'completed', 'failed', 'canceled')),
    on_conflict text NOT NULL CHECK (on_conflict IN ('update', 'skip')),
    encoding text NOT NULL CHECK (encoding IN ('utf-8', 'utf-16le', 'windows-1252')),
    -- Which column of the file has which field; null: the header of the file says it.
    column_map jsonb,
    segment_ids uuid[] NOT NULL,
    -- [{id, subscription}]
    topics jsonb NOT NULL,

    -- The file (attachment_chunks); it is deleted when the import ends.
    content_id uuid NOT NULL,
    size integer NOT NULL,
    -- The last row of the file that is committed, counted from 1 (the header); about how many bytes were read for it.
    rows_read integer NOT NULL DEFAULT 0,
    bytes_read integer NOT NULL DEFAULT 0,
    created integer NOT NULL DEFAULT 0,
    updated integer NOT NULL DEFAULT 0,
    skipped integer NOT NULL DEFAULT 0,
    failed integer NOT NULL DEFAULT 0,
    -- The names of the columns, as the header of the file has them; null: it was not read yet.
    header text[],
    -- Why the status is 'failed'.
    error text,
    completed_at timestamptz,

    next_attempt_at timestamptz,
    attempts integer NOT NULL DEFAULT 0,
    claimed_by uuid,
    claim_token uuid,
    woken_at timestamptz,
    created_at timestamptz NOT NULL
  );
  CREATE INDEX contact_imports_page ON contact_imports (account_id, id);
  -- Imports of an account run one after the other.
  CREATE UNIQUE INDEX contact_imports_one_running ON contact_imports (account_id) WHERE status = 'in_progress';
  CREATE INDEX contact_imports_unfinished ON contact_imports (account_id, id) WHERE status IN ('queued', 'in_progress');
  CREATE INDEX contact_imports_ended ON contact_imports (completed_at) WHERE completed_at IS NOT NULL;
  CREATE INDEX contact_imports_due ON contact_imports (next_attempt_at)
    WHERE claimed_by IS NULL AND woken_at IS NULL AND next_attempt_at IS NOT NULL;
  CREATE INDEX contact_imports_woken ON contact_imports (woken_at)
    WHERE claimed_by IS NULL AND woken_at IS NOT NULL;
  CREATE INDEX contact_imports_claimed ON contact_imports (claimed_by) WHERE claimed_by IS NOT NULL;
`;

const FAILURES = `
  -- Rows of a file that were not imported.
  CREATE TABLE contact_import_failures (
    id uuid NOT NULL,
    import_id uuid NOT NULL,
    account_id uuid NOT NULL,
    -- In the file, counted from 1 (the header).
    row integer NOT NULL,
    reason text NOT NULL,
    cells text[] NOT NULL,
    PRIMARY KEY (import_id, id)
  );
  CREATE INDEX contact_import_failures_account ON contact_import_failures (account_id, id);
`;

/** The table is small: it has the people that are being erased at the moment. */
const ERASURES = `
  ALTER TABLE contact_erasures DROP CONSTRAINT contact_erasures_phase_check;
  ALTER TABLE contact_erasures ADD CONSTRAINT contact_erasures_phase_check CHECK (phase IN
    ('scheduled', 'emails', 'mentions', 'messages', 'logs', 'answers', 'imports', 'unfinished', 'late_logs'));
`;
