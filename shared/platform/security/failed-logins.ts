// Limits wrong tokens of operators by client, wherever a token may be offered. It is kept in the process: the token has
// at least 16 characters, so this only has to make guessing loud and slow, not impossible. While a client is blocked
// the right token is refused as well; else the answer would still tell which guess is right.

import { clientNetwork } from '../rate-limit/client-network.ts';
import type { Clock } from '../time/clock.ts';

/** Failures that one client may make in a window. */
export const MAX_FAILURES = 10;
const WINDOW_MS = 60_000;

/** Counts failed logins. */
export interface FailedLogins {
  /** Seconds until the client may try again; 0 when it may now. */
  blockedForSeconds(address: string): number;
  add(address: string): void;
}

/** Creates the counter. All clients share one window, so what it remembers is bounded by one minute's failures. */
export function createFailedLogins(clock: Clock): FailedLogins {
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
      if ((failures.get(clientNetwork(address)) ?? 0) < MAX_FAILURES) return 0;
      return Math.ceil((windowEndsAtMs - nowMs) / 1000);
    },
    add(address) {
      startWindow(clock.now().getTime());
      const client = clientNetwork(address);
      failures.set(client, (failures.get(client) ?? 0) + 1);
    },
  };
}
