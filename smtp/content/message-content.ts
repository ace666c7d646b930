// The content of a message while it arrives: in memory up to 256 KiB, which is enough for most mail; a longer one is
// written to an upload as it arrives, at the speed of Postgres. Its memory is a part of the budget of bytes in flight:
// content that finds no room there is refused for now.
import type { BudgetPart, ByteBudget } from '../../shared/platform/sharing/byte-budget.ts';
import type { ContentWriter, StoredContent } from '../../shared/platform/storage/upload-store.ts';
import { Refusal } from '../server/reply.ts';

/** About a chunk of the store. */
export const MEMORY_MAX_BYTES = 256 * 1024;

/** The refusal for want of memory. */
export function tooMuchAtOnce(): Refusal {
  return new Refusal(452, '4.3.1 Too much mail is arriving at once, try again later');
}

/** Refuses a client before it sends a message if the bytes in flight leave no room. */
export function requireRoom(budget: ByteBudget, network: string): void {
  const part = budget.open(network);
  const hasRoom = part.tryTake(1);
  part.release();
  if (!hasRoom) throw tooMuchAtOnce();
}

/** The uploads for large messages. */
export interface ContentUploads {
  openUpload(): ContentWriter;
  discardUpload(id: string): Promise<void>;
}

/** The content of one message. */
export class MessageContent {
  /** Bytes so far. */
  size = 0;
  readonly #uploads: ContentUploads;
  readonly #part: BudgetPart;
  readonly #keptMax: number;
  #pieces: Buffer[] = [];
  #upload: ContentWriter | undefined;

  /** @param keptMax bytes after so many are dropped */
  constructor(uploads: ContentUploads, part: BudgetPart, keptMax = Number.POSITIVE_INFINITY) {
    this.#uploads = uploads;
    this.#part = part;
    this.#keptMax = keptMax;
  }

  /**
   * Resolves when the next piece may arrive.
   * @throws Refusal when too many bytes are in flight
   */
  async add(arrived: Buffer): Promise<void> {
    const piece = arrived.subarray(0, Math.max(0, this.#keptMax - this.size));
    this.size += arrived.length;
    if (piece.length === 0) return;
    if (this.#upload) {
      await this.#upload.write(piece);
      return;
    }
    // An upload uses as much memory until it is stored: its buffer, and bytes in transit to Postgres.
    if (!this.#part.tryTake(piece.length)) throw tooMuchAtOnce();
    this.#pieces.push(piece);
    if (Math.min(this.size, this.#keptMax) <= MEMORY_MAX_BYTES) return;
    this.#upload = this.#uploads.openUpload();
    for (const held of this.#pieces.splice(0)) await this.#upload.write(held);
  }

  /** The whole content. */
  async end(): Promise<Buffer | StoredContent> {
    return this.#upload ? await this.#upload.end() : Buffer.concat(this.#pieces.splice(0));
  }

  /** Discards a message that is not stored. */
  async discard(): Promise<void> {
    this.#pieces = [];
    if (this.#upload) await this.#uploads.discardUpload(this.#upload.id);
  }
}
