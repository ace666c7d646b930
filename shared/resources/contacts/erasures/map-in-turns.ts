// Changes the rows of a step of an erasure one after the other, and lets the rest of the process work in between: its
// heartbeats and leases, and with `npm start` the API.
import { setImmediate } from 'node:timers/promises';

/** How long an erasure blocks the event loop at a time. */
const TURN_MS = 20;

/** The turns of the event loop in which an erasure computes. */
export class Turns {
  #endsAtMs = performance.now() + TURN_MS;

  /** Lets other work have its turn, if this one has lasted long enough. */
  async next(): Promise<void> {
    if (performance.now() <= this.#endsAtMs) return;
    await setImmediate();
    this.#endsAtMs = performance.now() + TURN_MS;
  }
}

/** Maps rows in several turns of the event loop. */
export async function mapInTurns<Row, Result>(
  rows: readonly Row[],
  change: (row: Row, turns: Turns) => Result | Promise<Result>,
): Promise<Result[]> {
  const turns = new Turns();
  const results: Result[] = [];
  for (const row of rows) {
    await turns.next();
    results.push(await change(row, turns));
  }
  return results;
}
