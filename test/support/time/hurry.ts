// Lets the limits of this process for an answer pass in a hundredth of their time. Pauses and the time limits of tests stay.

const SHORTEST_MS = 9_000;
const LONGEST_MS = 25_000;

/** @returns what ends it */
export function hurryLimits(shortestMs = SHORTEST_MS): () => void {
  const { setTimeout: original } = globalThis;
  const hurried = (callback: () => void, ms = 0, ...values: []) =>
    original(callback, ms >= shortestMs && ms <= LONGEST_MS ? ms / 100 : ms, ...values);
  globalThis.setTimeout = Object.assign(hurried, original) as typeof setTimeout;
  return () => {
    globalThis.setTimeout = original;
  };
}
