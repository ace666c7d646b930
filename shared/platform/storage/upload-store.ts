// Where the bytes of attachments are. They are written before the email that refers to them, in transactions of
// their own: 40 MiB inside a group commit would keep everybody waiting. A content is an upload until an email refers
// to it (`uploads.ts`); what becomes of it after that is its partition's business. Both sides see it in pieces.
//
// Chunks in Postgres are the one store there is. Another (S3) implements `UploadStore`; uploads stay rows.

import type { Database } from '../db/connect.ts';
import { createConcurrencyLimit } from '../sharing/concurrency-limit.ts';
import type { Ids } from '../time/ids.ts';

/**
 * Bytes of a chunk: the most below 256 KiB that base64 writes in whole lines (57 bytes are 76 characters), so that
 * each chunk is encoded by itself. With 1 MiB twenty emails of 25 MB take 150 MB more, for no gain in time.
 */
export const CHUNK_BYTES = 57 * 4_599;
/**
 * Chunks that one process writes or reads at a time: more would only take connections from the others, memory in
 * each of them, and turns of the event loop in a row.
 */
const CHUNKS_AT_A_TIME = 3;

/** A content that was written. */
export interface StoredContent {
  id: string;
  /** In bytes. */
  size: number;
}

/** Writes one content. */
export interface ContentWriter {
  /** Known from the start, so that whoever fails can discard what is there. */
  readonly id: string;
  /** Resolves when more may come; not called again before. */
  write(bytes: Buffer): Promise<void>;
  /** Resolves when everything is stored. */
  end(): Promise<StoredContent>;
}

/** Keeps contents. */
export interface UploadStore {
  create(): ContentWriter;
  /**
   * The bytes, in chunks of CHUNK_BYTES but for the last one.
   * @throws Error when they are not all there
   */
  read(content: StoredContent): AsyncGenerator<Buffer>;
}

/** Creates the store of a process. */
export function createUploadStore({ database, ids }: { database: Database; ids: Ids }): UploadStore {
  const turns = createConcurrencyLimit(CHUNKS_AT_A_TIME);
  return {
    create: () =>
      createWriter(ids.next(), (id, number, bytes) =>
        turns.run(() => insertChunk(database, id, number, bytes)),
      ),
    read: (content) => readChunks(content, (id, number) => turns.run(() => findChunk(database, id, number))),
  };
}

type InsertChunk = (id: string, number: number, bytes: Buffer) => Promise<void>;
type FindChunk = (id: string, number: number) => Promise<Buffer | undefined>;

function createWriter(id: string, insert: InsertChunk): ContentWriter {
  // One buffer for all chunks of a content; a small content needs a small one.
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
      // An empty content has a chunk too: it says that the content is there.
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

/** The first chunk makes it an upload. */
const INSERT_FIRST = `
  WITH upload AS (INSERT INTO attachment_uploads (id) VALUES ($1))
  INSERT INTO attachment_chunks (id, number, bytes) VALUES ($1, $2, $3)`;
const INSERT_NEXT = 'INSERT INTO attachment_chunks (id, number, bytes) VALUES ($1, $2, $3)';

async function insertChunk(database: Database, id: string, number: number, bytes: Buffer): Promise<void> {
  const [name, text] =
    number === 0 ? ['insert-first-chunk', INSERT_FIRST] : ['insert-next-chunk', INSERT_NEXT];
  await database.query({ name, text, values: [id, number, bytes] });
}

/** As base64: the driver knows only text, and the other way of writing bytes takes half as much again. */
async function findChunk(database: Database, id: string, number: number): Promise<Buffer | undefined> {
  const { rows } = await database.query<{ base64: string }>({
    name: 'find-chunk',
    text: `SELECT encode(bytes, 'base64') AS base64 FROM attachment_chunks WHERE id = $1 AND number = $2`,
    values: [id, number],
  });
  return rows[0] && Buffer.from(rows[0].base64, 'base64');
}

async function* readChunks({ id, size }: StoredContent, find: FindChunk): AsyncGenerator<Buffer> {
  let left = size;
  for (let number = 0; left > 0; number += 1) {
    const bytes = await find(id, number);
    if (!bytes || bytes.length === 0 || bytes.length > left)
      throw new Error(`Content ${id} is not complete.`);
    left -= bytes.length;
    yield bytes;
  }
}
