// Group commit: callers that arrive together share one write. While one group is written the next one gathers, so an
// idle service writes at once and a busy one writes in large groups (design rule 2). Where nobody waits for the result,
// a pause between writes makes them larger still. Items of different owners take turns, so that one who adds thousands
// keeps nobody waiting who adds one. Nothing here knows what is written.
import { FairQueue } from '../sharing/fair-queue.ts';
import { GatheringBounds } from './gathering-bounds.ts';

/** How groups are formed and written. */
export interface GroupCommitOptions<Item, Result> {
  /**
   * Writes a group and answers one result an item, in order; one that is still on its way may be a promise, which
   * the next group does not wait for. What it throws fails the whole group.
   */
  write(items: readonly Item[]): Promise<readonly (Result | Promise<Result>)[]>;
  /** Whose item it is; all are of one owner unless told. */
  ownerOf?(item: Item): string;
  /** What an item counts for, for the bounds; 1 unless told. */
  countOf?(item: Item): number;
  /** Size of an item in bytes, for the bounds; nothing unless told. */
  sizeOf?(item: Item): number;
  /** Most that a group counts; an item that counts more is a group of its own. */
  maxItems: number;
  /** Most bytes in a group; a larger item is a group of its own. */
  maxBytes?: number;
  /**
   * Most that may gather by count; beyond it `add` throws. Unbounded only where the callers are bounded. What owners
   * share is in gathering-bounds.ts.
   */
  maxGathered?: number;
  /** Most bytes that may gather, in the same way. */
  maxGatheredBytes?: number;
  /** Groups that are written at the same time. */
  maxWriting: number;
  /** From the end of one write to the next one's beginning, unless that is full; the first one begins at once. */
  pauseMs?: number;
}

/** Thrown by `add` when more has gathered than may: the writer cannot keep up. */
export class GatheringFullError extends Error {
  override readonly name = 'GatheringFullError';
}

/** A place where writes gather. */
export interface GroupCommit<Item, Result> {
  /** Resolves when the item's group is written. */
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
  const gathered = new Gathered<Item, Result>(options);
  const writing = new Set<Promise<void>>();
  let endedAtMs = Number.NEGATIVE_INFINITY;
  let pause: NodeJS.Timeout | undefined;

  const isPausing = (): boolean => {
    const leftMs = endedAtMs + pauseMs - performance.now();
    if (leftMs <= 0 || gathered.isGroupFull) return false;
    pause ??= setTimeout(() => {
      pause = undefined;
      startWriting();
    }, leftMs);
    return true;
  };

  const startWriting = () => {
    while (gathered.size > 0 && writing.size < options.maxWriting && !isPausing()) {
      clearTimeout(pause);
      pause = undefined;
      const written = writeGroup(options, gathered.takeGroup()).finally(() => {
        writing.delete(written);
        endedAtMs = performance.now();
        startWriting();
      });
      writing.add(written);
    }
  };

  return {
    add(item) {
      const [owner, count, bytes] = [ownerOf(item), countOf(item), sizeOf(item)];
      if (!gathered.mayAdd(owner, bytes)) {
        return Promise.reject(new GatheringFullError('More writes have gathered than may wait.'));
      }
      return new Promise((resolve, reject) => {
        gathered.add({ item, owner, count, bytes, resolve, reject });
        startWriting();
      });
    },
    async drain() {
      while (writing.size > 0 || gathered.size > 0) {
        endedAtMs = Number.NEGATIVE_INFINITY;
        startWriting();
        await Promise.all(writing);
      }
    },
  };
}

/** What waits for its group. */
class Gathered<Item, Result> {
  readonly #queue = new FairQueue<Waiting<Item, Result>>();
  readonly #bounds: GatheringBounds;
  readonly #maxItems: number;
  readonly #maxBytes: number;

  constructor(options: GroupCommitOptions<Item, Result>) {
    const { ownerOf, maxItems, maxBytes = UNBOUNDED } = options;
    const { maxGathered = UNBOUNDED, maxGatheredBytes = UNBOUNDED } = options;
    this.#maxItems = maxItems;
    this.#maxBytes = maxBytes;
    this.#bounds = new GatheringBounds({
      maxCount: maxGathered,
      maxBytes: maxGatheredBytes,
      isShared: ownerOf !== undefined,
    });
  }

  get size(): number {
    return this.#queue.size;
  }

  /** As many have gathered as a group may count. */
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
