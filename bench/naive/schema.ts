// The only table of the naive pipeline: the columns that such a service begins with, a key and an index.

/** SQL that creates the table. */
export const NAIVE_SCHEMA = `
  CREATE TABLE emails (
    id uuid PRIMARY KEY,
    account_id integer NOT NULL,
    from_address text NOT NULL,
    to_address text NOT NULL,
    subject text NOT NULL,
    html text NOT NULL,
    text text,
    status text NOT NULL,
    message_id text,
    error text,
    created_at timestamptz NOT NULL DEFAULT now(),
    sent_at timestamptz
  );
  CREATE INDEX emails_account ON emails (account_id, created_at);
`;

/** A row as the pipeline reads it. */
export interface EmailRow {
  id: string;
  from_address: string;
  to_address: string;
  subject: string;
  html: string;
}
