// Deletes the rows of a grown account as a script would do it that knows the tables: a thousand at a time, each statement alone, in
// the order of the best index of each table.
import type { Database } from '../../shared/platform/db/connect.ts';
import { NIL_UUID } from '../../shared/platform/time/ids.ts';

const AT_ONCE = 1_000;

/** Rows that are found in the order of a key, and the statements that delete them and what belongs to them, by $1. */
interface Pages {
  /** $1: the account, $2: the key of the last row of the page before. */
  find: string;
  first: string;
  deletions: readonly string[];
}

const deletionOf = (table: string, column = 'id', type = 'uuid') =>
  `DELETE FROM ${table} WHERE ${column} = ANY($1::${type}[])`;

const PAGES: readonly Pages[] = [
  {
    find: 'SELECT id, id AS key FROM emails WHERE account_id = $1 AND id > $2::uuid ORDER BY id',
    first: NIL_UUID,
    deletions: [
      deletionOf('email_recipients', 'email_id'),
      deletionOf('email_events', 'email_id'),
      deletionOf('email_contents'),
      deletionOf('emails'),
    ],
  },
  {
    find: 'SELECT id, email_key AS key FROM contacts WHERE account_id = $1 AND email_key > $2::text ORDER BY email_key',
    first: '',
    deletions: [deletionOf('contacts')],
  },
  {
    find: `SELECT id, id AS key FROM webhook_messages
           WHERE webhook_id = (SELECT webhook_id FROM webhook_messages WHERE account_id = $1 LIMIT 1) AND id > $2::uuid ORDER BY id`,
    first: NIL_UUID,
    deletions: [deletionOf('webhook_attempts', 'message_id'), deletionOf('webhook_messages')],
  },
  {
    find: 'SELECT id, id AS key FROM logs WHERE account_id = $1 AND id > $2::bigint ORDER BY id',
    first: '0',
    deletions: [deletionOf('logs', 'id', 'bigint')],
  },
];

interface Found {
  id: string;
  key: string;
}

/** @returns how many rows were deleted */
export async function deleteBare(database: Database, accountId: string): Promise<number> {
  let deleted = 0;
  for (const { find, first, deletions } of PAGES) {
    let page = await findPage(database, find, [accountId, first]);
    while (page.length > 0) {
      for (const text of deletions)
        deleted += (await database.query(text, [page.map(({ id }) => id)])).rowCount ?? 0;
      page = await findPage(database, find, [accountId, page.at(-1)?.key ?? '']);
    }
  }
  return deleted;
}

async function findPage(database: Database, find: string, values: string[]): Promise<Found[]> {
  return (await database.query<Found>(`${find} LIMIT ${AT_ONCE}`, values)).rows;
}
