// Computes in turns of the event loop: long work lets the rest of the process run in between, such as other
// requests, heartbeats and leases.
import { setImmediate } from 'node:timers/promises';

/** How long such work blocks the event loop at a time. */
const TURN_MS = 20;

/** The turns of one piece of work. */
export class Turns {
  #endsAtMs = performance.now() + TURN_MS;

  /** Lets other work have its turn, if this one has lasted long enough. */
  async next(): Promise<void> {
    if (performance.now() <= this.#endsAtMs) return;
    await setImmediate();
    this.#endsAtMs = performance.now() + TURN_MS;
  }
}

/** Maps rows one after the other, in several turns of the event loop. */
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
