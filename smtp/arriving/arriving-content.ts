// The content of a message while it arrives: in memory up to 256 KiB, as most mail is; beyond that it is written to an
// upload as it arrives, at the speed of Postgres. What it holds in memory is a part of the budget of bytes in flight: what
// finds no room there is refused for now.
import type { BudgetPart, ByteBudget } from '../../shared/platform/sharing/byte-budget.ts';
import type { ContentWriter, StoredContent } from '../../shared/platform/storage/upload-store.ts';
import { Refusal } from '../server/reply.ts';

/** About a chunk of the store. */
export const MEMORY_MAX_BYTES = 256 * 1024;

/** The refusal for want of memory. */
export function tooMuchAtOnce(): Refusal {
  return new Refusal(452, '4.3.1 Too much mail arrives at once, try again later');
}

/** Where the bytes in flight leave no room, a client is refused before it sends a message. */
export function requireRoom(budget: ByteBudget, network: string): void {
  const part = budget.open(network);
  const hasRoom = part.tryTake(1);
  part.release();
  if (!hasRoom) throw tooMuchAtOnce();
}

/** Where large messages go. */
export interface ArrivingUploads {
  openUpload(): ContentWriter;
  discardUpload(id: string): Promise<void>;
}

/** The content of one message. */
export class ArrivingContent {
  /** Bytes so far. */
  size = 0;
  readonly #uploads: ArrivingUploads;
  readonly #part: BudgetPart;
  readonly #keptMax: number;
  #pieces: Buffer[] = [];
  #upload: ContentWriter | undefined;

  /** @param keptMax what comes after so many bytes is dropped */
  constructor(uploads: ArrivingUploads, part: BudgetPart, keptMax = Number.POSITIVE_INFINITY) {
    this.#uploads = uploads;
    this.#part = part;
    this.#keptMax = keptMax;
  }

  /**
   * Resolves when the next piece may come.
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
    // An upload holds as much until it is stored: its buffer, and what is on the way to Postgres.
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
