// The rows that a step of an erasure reads. A step reads a page of them in the order of their keys; most contain
// nothing of the person. It takes as many as it can change within a bounded time and memory, and continues after the
// last of them.

/** A row that was read. */
export interface FoundRow {
  id: string;
  /** Whether it mentions the address of the person, as far as the database can say. */
  isFound: boolean;
  /** The bytes of its texts. */
  bytes: number;
}

/** Rows in the order of their keys. */
export interface FoundPage {
  rows: readonly FoundRow[];
  /** No rows follow. */
  isEnd: boolean;
}

/** The result of a step for a page. */
export interface TakenRows {
  /** The rows to change. */
  ids: string[];
  /** The last row that is done with; undefined: there are none. */
  last: string | undefined;
  isEnd: boolean;
}

/** Texts of a step together: some tenths of a second of computing, in several turns (shared/platform/sharing/turns.ts). A row may have more. */
const STEP_BYTES = 4 * 1024 * 1024;
/** Rows that a step changes. */
const STEP_CHANGES = 100;

/** Takes the rows of a page that one step changes. */
export function takeRows({ rows, isEnd }: FoundPage): TakenRows {
  const ids: string[] = [];
  let bytes = 0;
  let last: string | undefined;
  for (const row of rows) {
    const isFull = ids.length === STEP_CHANGES || (ids.length > 0 && bytes + row.bytes > STEP_BYTES);
    if (row.isFound && isFull) return { ids, last, isEnd: false };
    if (row.isFound) {
      ids.push(row.id);
      bytes += row.bytes;
    }
    last = row.id;
  }
  return { ids, last, isEnd };
}
