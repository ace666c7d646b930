// The times of a worker's lease (workers/runtime/lease.ts), apart from it because whoever shows operators a row of
// work must know too which workers are dead.

/** The times of a lease. */
export interface LeaseTimes {
  /** Without a renewal for this long, nothing new is started. */
  startNothingAfterMs: number;
  /** Without a renewal for this long, a process is dead to others. */
  deadAfterMs: number;
  /** A gap between renewals longer than this means that Postgres was away for everybody. */
  outageMs: number;
  /** How long after an outage every living worker has surely renewed. */
  steadyMs: number;
}

/** All follow from the interval, so that a test that shortens it keeps the margins: 40, 60, 15 and 15 s. */
export function leaseTimesOf(renewEveryMs: number): LeaseTimes {
  return {
    startNothingAfterMs: 8 * renewEveryMs,
    deadAfterMs: 12 * renewEveryMs,
    outageMs: 3 * renewEveryMs,
    steadyMs: 3 * renewEveryMs,
  };
}
