// Prepares for mail that is sent as it came (docs/architecture/kept-mail.md): of such an email the octets are a stored
// content, and its Message-ID is the client's, by which the replies find it. The content is named by a table of its own and
// not by `emails`, so that retention finds it also when a month of emails is dropped. A process of the release before
// would compose such an email; none comes before the new SMTP server runs. A column without a default does not rewrite
// its table.
import type { Knex } from 'knex';

/** An index cannot be built concurrently in a transaction. */
export const config = { transaction: false };

const KEPT_MESSAGES = `
  -- The id is that of the email. Partitioned like it (0002-mail.ts).
  CREATE TABLE IF NOT EXISTS email_kept_messages (
    id uuid PRIMARY KEY,
    -- In attachment_chunks.
    content_id uuid NOT NULL
  ) PARTITION BY RANGE (id)`;

/**
 * The id comes last, because the first of several emails is looked for: a client may give all its mail one Message-ID. The
 * column is never null: the condition keeps Postgres from reading the index for the list of emails by source.
 */
const MESSAGE_IDS = `(account_id, message_id, id) WHERE source = 'smtp' AND message_id IS NOT NULL`;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(KEPT_MESSAGES);
  // In octets; null: the email is composed. So nearly every email is sent without a look at email_kept_messages.
  await knex.raw('ALTER TABLE emails ADD COLUMN IF NOT EXISTS kept_size integer');
  await buildOnPartitions(knex, 'emails', 'emails_smtp_message', MESSAGE_IDS);
}

/** Builds an index of a partitioned table without blocking writes; safe to run again after an interruption. */
async function buildOnPartitions(
  knex: Knex,
  table: string,
  index: string,
  definition: string,
): Promise<void> {
  await knex.raw(`CREATE INDEX IF NOT EXISTS ${index} ON ONLY ${table} ${definition}`);
  for (const partition of await listPartitionsWithout(knex, index, table)) {
    const part = `${partition}_${index}`;
    // The invalid index that an interrupted build has left.
    await knex.raw(`DROP INDEX CONCURRENTLY IF EXISTS ${part}`);
    await knex.raw(`CREATE INDEX CONCURRENTLY ${part} ON ${partition} ${definition}`);
    await knex.raw(`ALTER INDEX ${index} ATTACH PARTITION ${part}`);
  }
}

/** The partitions of a table whose part of the index is not attached yet. */
async function listPartitionsWithout(knex: Knex, index: string, table: string): Promise<string[]> {
  const { rows } = await knex.raw(
    `SELECT inhrelid::regclass::text AS name FROM pg_inherits AS partition
     WHERE inhparent = ?::regclass AND NOT EXISTS (
       SELECT FROM pg_inherits AS part JOIN pg_index ON indexrelid = part.inhrelid
       WHERE part.inhparent = ?::regclass AND indrelid = partition.inhrelid)
     ORDER BY 1`,
    [table, index],
  );
  return rows.map(({ name }: { name: string }) => name);
}
