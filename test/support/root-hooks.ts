// Leak check: after each test file, every resource that it opened must be closed, because a leak in a test is a leak in
// the product. In mocha's parallel mode each file has its own root suite, so these hooks run once per file.
import type { RootHookObject } from 'mocha';

/** Resources that a file must close. Others (pipes to mocha, immediates) belong to the runner. */
const WATCHED = new Set(['TCPSocketWrap', 'TCPServerWrap', 'Timeout', 'ProcessWrap', 'FSEventWrap']);
/** Closing takes a few turns of the event loop (a socket's FIN); longer than this is a leak. */
const GRACE_MS = 20_000;
const POLL_MS = 10;

let before: Map<string, number>;

function countResources(): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of process.getActiveResourcesInfo()) {
    if (WATCHED.has(name)) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

function leaks(): string[] {
  return [...countResources()]
    .filter(([name, count]) => count > (before.get(name) ?? 0))
    .map(([name, count]) => `${count - (before.get(name) ?? 0)} × ${name}`);
}

/** mocha starts a timer for a hook that waits: both counts are taken while it runs. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

export const mochaHooks: RootHookObject = {
  async beforeAll() {
    await nextTurn();
    before = countResources();
  },
  async afterAll() {
    await nextTurn();
    const deadline = performance.now() + GRACE_MS;
    // Our poll uses an unreferenced timer, so it is not among the counted resources.
    while (leaks().length > 0 && performance.now() < deadline) {
      await new Promise<void>((resolve) => {
        setTimeout(resolve, POLL_MS).unref();
      });
    }
    const left = leaks();
    if (left.length > 0) throw new Error(`This file left open: ${left.join(', ')}.`);
  },
};
