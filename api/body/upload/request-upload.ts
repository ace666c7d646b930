// The file of a request. It is written to the store piece by piece, while it arrives or by the handler, and discarded
// when the request ends without anything that has taken it over.
import type { Request } from 'express';
import type { StoredContent, UploadStore } from '../../../shared/platform/storage/upload-store.ts';

/** The file of one request. */
export class RequestUpload {
  readonly #store: UploadStore;
  /** The client's name of the file; undefined: there is none. */
  fileName: string | undefined;
  #id: string | undefined;
  #writing: Promise<StoredContent> | undefined;
  #stored: StoredContent | undefined;
  #isKept = false;
  #isAbandoned = false;

  constructor(store: UploadStore) {
    this.#store = store;
  }

  /** The complete file; undefined: the request has none. */
  get file(): StoredContent | undefined {
    return this.#stored;
  }

  /** Writes the file. It ends early when the request was closed. */
  write(pieces: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<StoredContent> {
    this.#writing = this.#write(pieces);
    return this.#writing;
  }

  /** Call it when something refers to the file. */
  keep(): void {
    this.#isKept = true;
  }

  /** Call it when the request is over. @returns the ids to discard, once nothing is written to them any more */
  async abandon(): Promise<string[]> {
    if (this.#isKept) return [];
    this.#isAbandoned = true;
    await this.#writing?.catch(() => undefined);
    return this.#id === undefined || this.#isKept ? [] : [this.#id];
  }

  async #write(pieces: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<StoredContent> {
    const writer = this.#store.create();
    this.#id = writer.id;
    for await (const piece of pieces) {
      if (this.#isAbandoned) throw new Error('The request of the upload is gone.');
      await writer.write(piece);
    }
    this.#stored = await writer.end();
    return this.#stored;
  }
}

const uploads = new WeakMap<object, RequestUpload>();

/** Remembers the file of a request for `uploadOf`. */
export function setUpload(request: object, upload: RequestUpload): void {
  uploads.set(request, upload);
}

/** The file of a request whose body `readUpload` has read. */
export function uploadOf(request: Request): RequestUpload {
  const upload = uploads.get(request);
  if (!upload) throw new Error('The body of the request was not read as an upload.');
  return upload;
}
