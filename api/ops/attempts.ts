// Limits failed logins by address. It is kept in the process: the token has at least 16 characters, so this only
// has to make guessing loud and slow, not impossible.
import type { Clock } from '../../shared/clock.ts';

/** Failures that one address may make in a window. */
export const MAX_FAILURES = 10;
const WINDOW_MS = 60_000;

/** Counts failed logins. */
export interface Attempts {
  /** Seconds until the address may try again; 0 when it may now. */
  blockedForSeconds(address: string): number;
  fail(address: string): void;
}

/** Creates the counter. All addresses share one window, so what it remembers is bounded by one minute's failures. */
export function createAttempts(clock: Clock): Attempts {
  const failures = new Map<string, number>();
  let windowEndsAtMs = 0;
  const startWindow = (nowMs: number) => {
    if (nowMs < windowEndsAtMs) return;
    windowEndsAtMs = nowMs + WINDOW_MS;
    failures.clear();
  };
  return {
    blockedForSeconds(address) {
      const nowMs = clock.now().getTime();
      startWindow(nowMs);
      if ((failures.get(address) ?? 0) < MAX_FAILURES) return 0;
      return Math.ceil((windowEndsAtMs - nowMs) / 1000);
    },
    fail(address) {
      startWindow(clock.now().getTime());
      failures.set(address, (failures.get(address) ?? 0) + 1);
    },
  };
}
