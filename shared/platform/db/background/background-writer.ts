// Writes rows in the background of requests (request logs, hits of tracked mail): no request waits for its row or fails
// because of it. Rows are collected for a moment and inserted as a group, one group at a time, so a writer uses one
// connection at most. While the database is unavailable they wait, up to a limit in count and bytes; beyond it they are
// dropped. If the database dies while it answers an insert, the group is inserted again.

import { isDataError } from '../../failures/sqlstates.ts';
import { isDatabaseUnavailable } from '../../failures/unavailable.ts';
import { createGroupCommit, type GroupCommitOptions } from '../group-commit.ts';

/** How rows are collected and written. */
export interface BackgroundWriterOptions<Row>
  extends Pick<
    GroupCommitOptions<Row, void>,
    'sizeOf' | 'maxItems' | 'maxBytes' | 'maxWaiting' | 'maxWaitingBytes' | 'pauseMs'
  > {
  /** Inserts a group in one statement. */
  insert(group: readonly Row[]): Promise<void>;
  /** How long a group waits for an unavailable database. */
  giveUpAfterMs: number;
  onWritten(count: number): void;
  /** @param error undefined: too many rows wait */
  onDropped(count: number, error?: unknown): void;
}

/** Accepts rows and writes them in the background. */
export interface BackgroundWriter<Row> {
  /** Returns at once, and never throws. */
  add(row: Row): void;
  /** Writes the waiting rows with one last attempt; if the database is unavailable, they are dropped. */
  drain(): Promise<void>;
}

/** How often a group is tried again while the database is unavailable. */
const RETRY_EVERY_MS = 500;

/** Creates a writer. */
export function createBackgroundWriter<Row>(options: BackgroundWriterOptions<Row>): BackgroundWriter<Row> {
  const { insert, giveUpAfterMs, onWritten, onDropped, ...bounds } = options;
  const patience = createPatience();
  /** @throws when the database rejects the rows, or is unavailable for too long */
  const insertPatiently = async (group: readonly Row[]): Promise<void> => {
    const startedAtMs = performance.now();
    for (;;) {
      try {
        return await insert(group);
      } catch (error) {
        const isLate = performance.now() - startedAtMs > giveUpAfterMs;
        if (isLate || !isDatabaseUnavailable(error) || !(await patience.wait())) throw error;
      }
    }
  };
  const write = async (group: readonly Row[]): Promise<[]> => {
    const failure = await insertOrSplit(group, insertPatiently);
    const dropped = failure?.dropped ?? 0;
    if (group.length > dropped) onWritten(group.length - dropped);
    if (failure) onDropped(dropped, failure.error);
    return [];
  };
  const groups = createGroupCommit<Row, void>({ ...bounds, write, maxWriting: 1 });
  return {
    add(row) {
      groups.add(row).catch(() => onDropped(1));
    },
    async drain() {
      patience.end();
      await groups.drain();
    },
  };
}

/** The pauses between attempts. A stop ends them: the current pause ends at once, and there are no further ones. */
function createPatience() {
  let hasEnded = false;
  let goOn = () => {};
  return {
    /** @returns false when the stop has begun and there is no further attempt */
    async wait(): Promise<boolean> {
      if (hasEnded) return false;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, RETRY_EVERY_MS);
        goOn = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      // After a stop one last attempt follows.
      return true;
    },
    end() {
      hasEnded = true;
      goOn();
    },
  };
}

/** @returns how many rows were dropped, and why; undefined: none */
async function insertOrSplit<Row>(
  group: readonly Row[],
  insert: (group: readonly Row[]) => Promise<void>,
): Promise<{ dropped: number; error: unknown } | undefined> {
  try {
    await insert(group);
    return undefined;
  } catch (error) {
    // A data error is caused by one row, so the others are inserted one by one.
    if (group.length === 1 || !isDataError(error)) return { dropped: group.length, error };
    let dropped = 0;
    for (const one of group) dropped += (await insertOrSplit([one], insert))?.dropped ?? 0;
    return { dropped, error };
  }
}
