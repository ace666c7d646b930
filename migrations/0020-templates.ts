// Creates the tables of templates and of their versions. A published version never changes, so that what is compiled
// from it can be kept by its id; an edit after publishing makes a new version.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE templates (
      id uuid PRIMARY KEY,
      account_id uuid NOT NULL REFERENCES accounts (id),
      name text NOT NULL,
      alias text,
      -- The newest version: the draft, or the published one when nothing was edited since.
      current_version_id uuid NOT NULL,
      -- The version that emails are made from; null: it was never published.
      published_version_id uuid,
      published_at timestamptz,
      created_at timestamptz NOT NULL,
      updated_at timestamptz NOT NULL,
      CONSTRAINT templates_alias UNIQUE (account_id, alias)
    );
    CREATE INDEX templates_page ON templates (account_id, id);

    CREATE TABLE template_versions (
      id uuid PRIMARY KEY,
      template_id uuid NOT NULL,
      account_id uuid NOT NULL,
      from_source text,
      subject text,
      reply_to text[] NOT NULL,
      preview_text text,
      html text,
      text text,
      -- [{key, type, fallbackValue}]
      variables jsonb NOT NULL,
      inline_css boolean NOT NULL,
      -- The html with its CSS inlined, made at publishing; null: inline_css is false, or it is a draft.
      inlined_html text,
      editor text NOT NULL CHECK (editor IN ('code', 'write')),
      document jsonb,
      created_at timestamptz NOT NULL,
      updated_at timestamptz NOT NULL,
      published_at timestamptz
    );
    CREATE INDEX template_versions_page ON template_versions (template_id, id);
  `);
}
