// Brute-force protection for the operators' token: limits wrong tokens per client, wherever the token is accepted. The
// counts are in the memory of the process: the token has at least 16 characters, so guessing must only become slow and
// visible, not impossible. While a client is blocked, the correct token is refused too; otherwise the answer would
// still disclose which guess is correct.

import { clientNetwork } from '../addresses/client-network.ts';
import type { Clock } from '../time/clock.ts';

/** Most failures of one client per window. */
export const MAX_FAILURES = 10;
const WINDOW_MS = 60_000;

/** Counts failed logins per client. */
export interface FailedLogins {
  /** Seconds until the client of an address may try again; 0: it may try now. */
  blockedForSeconds(address: string): number;
  /** Counts a failed login. */
  add(address: string): void;
}

/** Creates the counter. All clients share one window, so its memory is bounded by the failures of one minute. */
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
