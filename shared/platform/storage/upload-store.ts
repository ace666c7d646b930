// Blob store: keeps the contents of attachments, and messages that came in, in Postgres, in chunks. A content is written
// before the email that refers to it, in its own transactions: 40 MiB inside a group commit would make all submissions of the group wait.
// Until an email refers to it, a content is an upload (uploads.ts); after that it is removed with its partition.
// Writers and readers stream it in pieces.
//
// Another store (such as S3) would implement `UploadStore`; the uploads would stay rows.

import type { Database } from '../db/connect.ts';
import { createConcurrencyLimit } from '../sharing/concurrency-limit.ts';
import type { Ids } from '../time/ids.ts';
import type { ChunkTable } from './uploads.ts';

/**
 * Bytes of a chunk: the largest number below 256 KiB that base64 encodes to whole lines (57 bytes are 76 characters),
 * so that each chunk can be encoded alone. With 1 MiB, twenty emails of 25 MB take 150 MB more memory and are not
 * faster.
 */
export const CHUNK_BYTES = 57 * 4_599;
/**
 * Most chunks that one process writes or reads concurrently. More of them would only take connections from other work,
 * use more memory and block the event loop for longer.
 */
const CHUNKS_AT_A_TIME = 3;

/** A stored content. */
export interface StoredContent {
  id: string;
  /** The size in bytes. */
  size: number;
}

/** A part of a content is missing: it was removed. */
export class ContentGoneError extends Error {
  override readonly name = 'ContentGoneError';
}

/** Writes one content. */
export interface ContentWriter {
  /** The id is known from the start, so that after a failure the caller can discard what is already written. */
  readonly id: string;
  /** Resolves when the next piece may be written (back-pressure); the caller waits for it. */
  write(bytes: Buffer): Promise<void>;
  /** Resolves when everything is stored. */
  end(): Promise<StoredContent>;
}

/** Stores contents. */
export interface UploadStore {
  create(): ContentWriter;
  /**
   * Reads a content in chunks of CHUNK_BYTES; only the last one is shorter.
   * @throws ContentGoneError when a part of it is missing
   */
  read(content: StoredContent): AsyncGenerator<Buffer>;
}

/** Creates the store of a process. */
export function createUploadStore({
  database,
  ids,
  table = 'attachment_chunks',
}: {
  database: Database;
  ids: Ids;
  table?: ChunkTable;
}): UploadStore {
  const limit = createConcurrencyLimit(CHUNKS_AT_A_TIME);
  return {
    create: () =>
      createWriter(ids.next(), (id, number, bytes) =>
        limit.run(() => insertChunk(database, table, id, number, bytes)),
      ),
    read: (content) =>
      readChunks(content, (id, number) => limit.run(() => findChunk(database, table, id, number))),
  };
}

type InsertChunk = (id: string, number: number, bytes: Buffer) => Promise<void>;
type FindChunk = (id: string, number: number) => Promise<Buffer | undefined>;

function createWriter(id: string, insert: InsertChunk): ContentWriter {
  // One buffer serves all chunks of a content; it grows, so that a small content needs a small buffer.
  let chunk: Buffer = Buffer.alloc(0);
  let filled = 0;
  let number = 0;
  let size = 0;
  const flush = async () => {
    await insert(id, number, chunk.subarray(0, filled));
    number += 1;
    filled = 0;
  };
  return {
    id,
    async write(bytes) {
      size += bytes.length;
      for (let start = 0; start < bytes.length; ) {
        if (filled === chunk.length) chunk = enlarge(chunk, filled + bytes.length - start);
        const copied = bytes.copy(chunk, filled, start);
        filled += copied;
        start += copied;
        if (filled === CHUNK_BYTES) await flush();
      }
    },
    async end() {
      // An empty content has one (empty) chunk too: it shows that the content exists.
      if (filled > 0 || number === 0) await flush();
      return { id, size };
    },
  };
}

function enlarge(chunk: Buffer, wanted: number): Buffer {
  const larger = Buffer.allocUnsafeSlow(Math.min(CHUNK_BYTES, Math.max(wanted, 2 * chunk.length)));
  chunk.copy(larger);
  return larger;
}

/** The first chunk also registers the content as an upload. */
async function insertChunk(
  database: Database,
  table: ChunkTable,
  id: string,
  number: number,
  bytes: Buffer,
): Promise<void> {
  const upload = number === 0 ? 'WITH upload AS (INSERT INTO attachment_uploads (id) VALUES ($1)) ' : '';
  await database.query({
    name: `insert-${number === 0 ? 'first' : 'next'}-of-${table}`,
    text: `${upload}INSERT INTO ${table} (id, number, bytes) VALUES ($1, $2, $3)`,
    values: [id, number, bytes],
  });
}

/** Read as base64: the driver receives text only, and bytea as hex would be half as large again. */
async function findChunk(
  database: Database,
  table: ChunkTable,
  id: string,
  number: number,
): Promise<Buffer | undefined> {
  const { rows } = await database.query<{ base64: string }>({
    name: `find-one-of-${table}`,
    text: `SELECT encode(bytes, 'base64') AS base64 FROM ${table} WHERE id = $1 AND number = $2`,
    values: [id, number],
  });
  return rows[0] && Buffer.from(rows[0].base64, 'base64');
}

async function* readChunks({ id, size }: StoredContent, find: FindChunk): AsyncGenerator<Buffer> {
  let left = size;
  for (let number = 0; left > 0; number += 1) {
    const bytes = await find(id, number);
    if (!bytes || bytes.length === 0 || bytes.length > left)
      throw new ContentGoneError(`Content ${id} is not complete.`);
    left -= bytes.length;
    yield bytes;
  }
}
