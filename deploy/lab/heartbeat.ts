// The times at which something went well, and the longest pause between two of them.

/** Something that continues all the time, unless it is disturbed. */
export interface Heartbeat {
  what: string;
  /** It went well just now. */
  beat(): void;
  /** Measures from here. */
  begin(): void;
  /** The longest pause since `begin`; the last one may not have ended. */
  longestSeconds(): number;
  /** For how long it has gone on without a pause, none of it before `from`. */
  steadyMs(from: number): number;
}

/** It continues, although it takes so long once. */
const PAUSE_MS = 1_000;

/** Starts measuring. */
export function createHeartbeat(what: string): Heartbeat {
  let begun = performance.now();
  let last = begun;
  let steadySince = begun;
  let longestMs = 0;
  return {
    what,
    beat() {
      const now = performance.now();
      if (now - last > PAUSE_MS) steadySince = now;
      longestMs = Math.max(longestMs, now - Math.max(last, begun));
      last = now;
    },
    begin() {
      begun = performance.now();
      longestMs = 0;
    },
    longestSeconds: () => Math.max(longestMs, performance.now() - Math.max(last, begun)) / 1_000,
    steadyMs(from) {
      const now = performance.now();
      return now - last > PAUSE_MS ? 0 : now - Math.max(from, steadySince);
    },
  };
}
