// Writes the files of one parsed message as uploads: storing the message takes over its files, and the others are
// removed.
import type { Database } from '../../platform/db/connect.ts';
import type { UploadStore } from '../../platform/storage/upload-store.ts';
import { type ChunkTable, discardUploads } from '../../platform/storage/uploads.ts';
import type { FileSink, FileSinks } from './message-source.ts';

/** The targets of the files. */
export interface UploadedFilesDeps {
  database: Database;
  uploads: UploadStore;
  table?: ChunkTable;
}

/** The files of a message. */
export class UploadedFiles implements FileSinks {
  readonly #deps: UploadedFilesDeps;
  readonly #ids: string[] = [];

  constructor(deps: UploadedFilesDeps) {
    this.#deps = deps;
  }

  openFile(): Promise<FileSink> {
    const writer = this.#deps.uploads.create();
    this.#ids.push(writer.id);
    return Promise.resolve({
      id: writer.id,
      write: (chunk: Buffer) => writer.write(chunk),
      end: async () => void (await writer.end()),
    });
  }

  /** Removes all files but these, and those that were taken over. */
  async keep(ids: readonly string[]): Promise<void> {
    const kept = new Set(ids);
    await discardUploads(
      this.#deps.database,
      this.#ids.filter((id) => !kept.has(id)),
      this.#deps.table,
    );
  }
}
