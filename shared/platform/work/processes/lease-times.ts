// The timeouts of a worker's lease (workers/runtime/lease.ts). They are in a file of their own because the commands of
// operators also need to know which workers are dead. See docs/architecture/work.md#leases.

/** The times of a lease. */
export interface LeaseTimes {
  /** A process whose last renewal is older than this starts nothing new. */
  stopClaimingAfterMs: number;
  /** A process whose last renewal is older than this counts as dead: other processes free its rows. */
  deadAfterMs: number;
  /** A longer gap between two renewals means that Postgres was not available, for all processes. */
  outageMs: number;
  /** How long after an outage every live worker has certainly renewed its lease. */
  settleMs: number;
}

/**
 * The timeouts as multiples of the renewal interval, so that a test with a shorter interval keeps the proportions.
 * With the default interval of 5 s they are 40, 60, 15 and 15 s.
 */
export function leaseTimesOf(renewEveryMs: number): LeaseTimes {
  return {
    stopClaimingAfterMs: 8 * renewEveryMs,
    deadAfterMs: 12 * renewEveryMs,
    outageMs: 3 * renewEveryMs,
    settleMs: 3 * renewEveryMs,
  };
}
