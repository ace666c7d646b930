// Group commit (batching of writes): callers that arrive at about the same time share one write: those of one turn of the
// event loop, and while one group is written, the next one is collected. So an idle service writes at once, and a busy
// one writes in large groups (docs/architecture/guarantees.md#group-commit). If no caller waits for the result, a pause between writes makes the
// groups larger. Items of different owners are taken round robin, so that an owner with thousands of items does not
// delay an owner with one. It is generic: the caller's `write` writes the items.
import { FairQueue } from '../sharing/fair-queue.ts';
import { WaitingBounds } from './waiting-bounds.ts';

/** How groups are formed and written. */
export interface GroupCommitOptions<Item, Result> {
  /**
   * Writes a group and returns one result per item, in order. A result that takes longer may be a promise; the next
   * group does not wait for it. An error fails the whole group.
   */
  write(items: readonly Item[]): Promise<readonly (Result | Promise<Result>)[]>;
  /** The owner of an item; by default all items have the same owner. */
  ownerOf?(item: Item): string;
  /** The weight of an item in the bounds; 1 by default. */
  countOf?(item: Item): number;
  /** Size of an item in bytes, for the bounds; 0 by default. */
  sizeOf?(item: Item): number;
  /** Largest sum of counts in a group; an item that counts more is a group of its own. */
  maxItems: number;
  /** Most bytes in a group; a larger item is a group of its own. */
  maxBytes?: number;
  /**
   * Largest sum of counts that may wait; when it is reached, `add` rejects (back-pressure). Without a bound by
   * default: only for callers whose number is bounded. waiting-bounds.ts has the shares of the owners.
   */
  maxWaiting?: number;
  /** Most bytes that may wait, in the same way. */
  maxWaitingBytes?: number;
  /** Most groups that are written concurrently. */
  maxWriting: number;
  /** Pause between the end of a write and the next one. A full group, and the first one, does not wait for it. */
  pauseMs?: number;
}

/** `add` rejects with it when too many items wait: the writer cannot keep up. */
export class TooManyWaitingError extends Error {
  override readonly name = 'TooManyWaitingError';
}

/** Collects items and writes them in groups. */
export interface GroupCommit<Item, Result> {
  /** Resolves with the item's result when its group is written. @throws TooManyWaitingError, or the error of `write` */
  add(item: Item): Promise<Result>;
  /** Resolves when everything that was added is written or has failed. */
  drain(): Promise<void>;
}

interface Waiting<Item, Result> {
  item: Item;
  owner: string;
  count: number;
  bytes: number;
  resolve(result: Result | Promise<Result>): void;
  reject(error: unknown): void;
}

const UNBOUNDED = Number.POSITIVE_INFINITY;

/** Creates a group commit. */
export function createGroupCommit<Item, Result>(
  options: GroupCommitOptions<Item, Result>,
): GroupCommit<Item, Result> {
  const { ownerOf = () => '', countOf = () => 1, sizeOf = () => 0, pauseMs = 0 } = options;
  const waiting = new WaitingItems<Item, Result>(options);
  const writing = new Set<Promise<void>>();
  let endedAtMs = Number.NEGATIVE_INFINITY;
  let pause: NodeJS.Timeout | undefined;

  const isPausing = (): boolean => {
    const leftMs = endedAtMs + pauseMs - performance.now();
    if (leftMs <= 0 || waiting.isGroupFull) return false;
    pause ??= setTimeout(() => {
      pause = undefined;
      startWriting();
    }, leftMs);
    return true;
  };

  const startWriting = () => {
    while (waiting.size > 0 && writing.size < options.maxWriting && !isPausing()) {
      clearTimeout(pause);
      pause = undefined;
      const written = writeGroup(options, waiting.takeGroup()).finally(() => {
        writing.delete(written);
        endedAtMs = performance.now();
        writeAfterTurn();
      });
      writing.add(written);
    }
  };

  const writeAfterTurn = oncePerTurn(startWriting);

  return {
    add(item) {
      const owner = ownerOf(item);
      const count = countOf(item);
      const bytes = sizeOf(item);
      if (!waiting.mayAdd(owner, bytes)) {
        return Promise.reject(new TooManyWaitingError('Too many writes are waiting.'));
      }
      return new Promise((resolve, reject) => {
        waiting.add({ item, owner, count, bytes, resolve, reject });
        writeAfterTurn();
      });
    },
    async drain() {
      while (writing.size > 0 || waiting.size > 0) {
        endedAtMs = Number.NEGATIVE_INFINITY;
        startWriting();
        await Promise.all(writing);
      }
    },
  };
}

/**
 * @returns a function that does the work once at the end of this turn of the event loop, however often it is called
 * before
 */
function oncePerTurn(work: () => void): () => void {
  let isAwaited = false;
  return () => {
    if (isAwaited) return;
    isAwaited = true;
    setImmediate(() => {
      isAwaited = false;
      work();
    });
  };
}

/** The items that wait for their group. */
class WaitingItems<Item, Result> {
  readonly #queue = new FairQueue<Waiting<Item, Result>>();
  readonly #bounds: WaitingBounds;
  readonly #maxItems: number;
  readonly #maxBytes: number;

  constructor(options: GroupCommitOptions<Item, Result>) {
    const { ownerOf, maxItems, maxBytes = UNBOUNDED } = options;
    const { maxWaiting = UNBOUNDED, maxWaitingBytes = UNBOUNDED } = options;
    this.#maxItems = maxItems;
    this.#maxBytes = maxBytes;
    this.#bounds = new WaitingBounds({
      maxCount: maxWaiting,
      maxBytes: maxWaitingBytes,
      isShared: ownerOf !== undefined,
    });
  }

  get size(): number {
    return this.#queue.size;
  }

  /** True when the waiting items are enough for a full group. */
  get isGroupFull(): boolean {
    return this.#bounds.count >= this.#maxItems;
  }

  mayAdd(owner: string, bytes: number): boolean {
    return this.#bounds.mayAdd(owner, bytes);
  }

  add(waiting: Waiting<Item, Result>): void {
    this.#queue.push(waiting.owner, waiting);
    this.#bounds.add(waiting.owner, waiting);
  }

  takeGroup(): Waiting<Item, Result>[] {
    const group: Waiting<Item, Result>[] = [];
    let bytes = 0;
    let count = 0;
    const fits = (next: Waiting<Item, Result>) =>
      group.length === 0 || (count + next.count <= this.#maxItems && bytes + next.bytes <= this.#maxBytes);
    for (let next = this.#queue.take(fits); next; next = this.#queue.take(fits)) {
      group.push(next);
      bytes += next.bytes;
      count += next.count;
      this.#bounds.remove(next.owner, next);
    }
    return group;
  }
}

async function writeGroup<Item, Result>(
  { write }: GroupCommitOptions<Item, Result>,
  group: Waiting<Item, Result>[],
): Promise<void> {
  try {
    const results = await write(group.map(({ item }) => item));
    for (const [index, { resolve }] of group.entries()) resolve(results[index] as Result | Promise<Result>);
  } catch (error) {
    for (const { reject } of group) reject(error);
  }
}
