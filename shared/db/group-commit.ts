// Group commit: callers that arrive together share one write. While one group is written the next one gathers, so an
// idle service writes at once and a busy one writes in large groups (design rule 2). Where nobody waits for the result,
// a pause between writes makes them larger still. Nothing here knows what is written.

/** How groups are formed and written. */
export interface GroupCommitOptions<Item, Result> {
  /**
   * Writes a group and answers one result an item, in order; one that is still on its way may be a promise, which
   * the next group does not wait for. What it throws fails the whole group.
   */
  write(items: readonly Item[]): Promise<readonly (Result | Promise<Result>)[]>;
  /** What an item counts for, for the bounds; 1 unless told. */
  countOf?(item: Item): number;
  /** Size of an item in bytes, for the bounds; nothing unless told. */
  sizeOf?(item: Item): number;
  /** Most that a group counts; an item that counts more is a group of its own. */
  maxItems: number;
  /** Most bytes in a group; a larger item is a group of its own. */
  maxBytes?: number;
  /** Most that may gather by count; beyond it `add` throws. Unbounded only where the callers are bounded. */
  maxGathered?: number;
  /** Most bytes that may gather; beyond it `add` throws. */
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
  count: number;
  size: number;
  resolve(result: Result | Promise<Result>): void;
  reject(error: unknown): void;
}

const UNBOUNDED = Number.POSITIVE_INFINITY;

/** Creates a group commit. */
export function createGroupCommit<Item, Result>(
  options: GroupCommitOptions<Item, Result>,
): GroupCommit<Item, Result> {
  const { countOf = () => 1, sizeOf = () => 0, maxItems } = options;
  const { maxBytes = UNBOUNDED, maxGathered = UNBOUNDED, maxGatheredBytes = UNBOUNDED } = options;
  const { pauseMs = 0 } = options;
  const gathered: Waiting<Item, Result>[] = [];
  const writing = new Set<Promise<void>>();
  let gatheredCount = 0;
  let gatheredBytes = 0;
  let endedAtMs = Number.NEGATIVE_INFINITY;
  let pause: NodeJS.Timeout | undefined;

  const takeGroup = (): Waiting<Item, Result>[] => {
    let bytes = 0;
    let count = 0;
    let items = 0;
    for (const next of gathered) {
      if (items > 0 && (count + next.count > maxItems || bytes + next.size > maxBytes)) break;
      bytes += next.size;
      count += next.count;
      items += 1;
    }
    gatheredBytes -= bytes;
    gatheredCount -= count;
    return gathered.splice(0, items);
  };

  const isPausing = (): boolean => {
    const leftMs = endedAtMs + pauseMs - performance.now();
    if (leftMs <= 0 || gatheredCount >= maxItems) return false;
    pause ??= setTimeout(() => {
      pause = undefined;
      startWriting();
    }, leftMs);
    return true;
  };

  const startWriting = () => {
    while (gathered.length > 0 && writing.size < options.maxWriting && !isPausing()) {
      clearTimeout(pause);
      pause = undefined;
      const written = writeGroup(options, takeGroup()).finally(() => {
        writing.delete(written);
        endedAtMs = performance.now();
        startWriting();
      });
      writing.add(written);
    }
  };

  return {
    add(item) {
      const size = sizeOf(item);
      const count = countOf(item);
      if (gatheredCount >= maxGathered || gatheredBytes + size > maxGatheredBytes) {
        return Promise.reject(new GatheringFullError('More writes have gathered than may wait.'));
      }
      return new Promise((resolve, reject) => {
        gathered.push({ item, count, size, resolve, reject });
        gatheredCount += count;
        gatheredBytes += size;
        startWriting();
      });
    },
    async drain() {
      while (writing.size > 0 || gathered.length > 0) {
        endedAtMs = Number.NEGATIVE_INFINITY;
        startWriting();
        await Promise.all(writing);
      }
    },
  };
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
