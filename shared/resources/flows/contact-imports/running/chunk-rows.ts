// How many rows of an import one transaction writes, so that it ends within the time of a contact write
// (shared/resources/audience/contact-writes/write-contacts.ts): what a row causes is written with it.
import type { Database } from '../../../../platform/db/connect.ts';
import { findContactLimit } from '../../../foundation/accounts/contact-limit.ts';
import type { FullContactImport } from '../contact-import.ts';
import type { Chunk } from '../parsing/chunks.ts';

/** Rows per chunk. One transaction of these takes about 0.1 s. */
const CHUNK_ROWS = 5_000;
/** The same for an account with a contact limit, whose other writes wait for it. */
const LIMITED_CHUNK_ROWS = 1_000;
/** Contacts, memberships and choices per chunk. */
const CHUNK_WRITES = 25_000;
/** Automations do not make a chunk smaller than this. If it takes too long nevertheless, it is written in parts. */
const AUTOMATED_CHUNK_ROWS_MIN = 100;

/** The rows of a chunk of an import. A row may join hundreds of segments and topics, and start a run in each automation. */
export async function findChunkRows(
  database: Database,
  { accountId, segmentIds, topics }: FullContactImport,
): Promise<number> {
  const [limit, automations] = await Promise.all([
    findContactLimit(database, accountId),
    countStarted(database, accountId),
  ]);
  const writesPerRow = 1 + segmentIds.length + topics.length;
  const rowsMax = limit === null ? CHUNK_ROWS : LIMITED_CHUNK_ROWS;
  const rows = Math.min(rowsMax, Math.ceil(CHUNK_WRITES / writesPerRow));
  return Math.max(Math.min(rows, AUTOMATED_CHUNK_ROWS_MIN), Math.floor(rows / (1 + automations)));
}

/** The automations that rows of an import may start. */
async function countStarted(database: Database, accountId: string): Promise<number> {
  const { rows } = await database.query<{ automations: number }>({
    name: 'count-automations-of-imports',
    text: `SELECT count(*)::integer AS automations FROM automations
           WHERE account_id = $1 AND trigger = ANY($2::text[]) AND status = 'enabled' AND deleted_at IS NULL`,
    values: [accountId, ['contact.created', 'contact.unsubscribed', 'segment.entered']],
  });
  return rows[0]?.automations ?? 0;
}

/** The rows that are written next, and those after them. */
export interface SplitChunk {
  part: Chunk;
  rest: Chunk | undefined;
}

/** Splits a chunk. @param bytesRead the bytes before the chunk; the position of the split in the bytes is not known */
export function splitChunk(chunk: Chunk, rowsMax: number, bytesRead: number): SplitChunk {
  const rows = chunk.rows.slice(0, rowsMax);
  const last = rows.at(-1);
  if (!last || rows.length === chunk.rows.length) return { part: chunk, rest: undefined };
  return {
    part: { ...chunk, rows, lastRow: last.row, bytesRead },
    rest: { ...chunk, rows: chunk.rows.slice(rowsMax) },
  };
}
