// The lease of a worker process: one row whose heartbeat is renewed every 5 seconds. It covers every row that the
// process has claimed, so a claim costs no renewal of its own. The margins are what makes it safe: a process that
// could not renew for 40 s starts nothing new, and only after 60 s do others take its rows (design rule 5).
import { hostname } from 'node:os';
import type { Database } from '../../shared/platform/db/connect.ts';
import type { Logger } from '../../shared/platform/log/log.ts';
import { endLease } from '../../shared/platform/work/processes/end.ts';
import { leaseTimesOf } from '../../shared/platform/work/processes/lease-times.ts';
import { renewLease } from '../../shared/platform/work/processes/renew.ts';

/** The lease of this process. */
export interface Lease {
  /** Goes into `claimed_by`. */
  readonly workerId: string;
  /** How long a worker must have been silent to be dead. */
  readonly deadAfterMs: number;
  /** False when this process may be taken for dead soon: claim nothing, start no DATA. */
  mayStartWork(): boolean;
  /**
   * True when renewals have succeeded without an outage for three intervals. Before that, other workers may only
   * look dead because they could not renew either, and reclaiming their rows would double their work.
   */
  mayReclaim(): boolean;
  /** Stops renewing and removes the row: what is still claimed may be taken at once. */
  end(): Promise<void>;
}

/** What a lease is made of. */
export interface LeaseOptions {
  database: Database;
  workerId: string;
  groups: readonly string[];
  /** Between two renewals (`LEASE_RENEW_MS`). */
  renewEveryMs: number;
  log: Logger;
}

/**
 * An instant on both clocks. The monotonic one stands still while a machine is suspended, the wall clock may be
 * set back; the longer of the two spans is the safe one.
 */
interface Instant {
  monotonicMs: number;
  wallMs: number;
}

const present = (): Instant => ({ monotonicMs: performance.now(), wallMs: Date.now() });

function elapsedMs(since: Instant, until = present()): number {
  return Math.max(until.monotonicMs - since.monotonicMs, until.wallMs - since.wallMs);
}

/**
 * Takes the lease and keeps it until `end`.
 * @throws when the first renewal fails: a worker without a lease must not start
 */
export async function takeLease(options: LeaseOptions): Promise<Lease> {
  const { database, workerId, groups, renewEveryMs, log } = options;
  const { startNothingAfterMs, deadAfterMs, outageMs, steadyMs } = leaseTimesOf(renewEveryMs);
  const worker = { id: workerId, groups, host: hostname(), pid: process.pid };
  // Instants before the statement was sent, so that the row is never older than we think.
  let renewedAt = present();
  let steadySince = renewedAt;
  let renewing: Promise<void> | undefined;
  await renewLease(database, worker);
  const beat = async () => {
    const sentAt = present();
    try {
      await renewLease(database, worker);
      if (elapsedMs(renewedAt, sentAt) > outageMs) steadySince = sentAt;
      renewedAt = sentAt;
    } catch (error) {
      log.warn({ err: error }, 'the heartbeat could not be written');
    }
  };
  const timer = setInterval(() => {
    renewing ??= beat().finally(() => {
      renewing = undefined;
    });
  }, renewEveryMs);
  return {
    workerId,
    deadAfterMs,
    mayStartWork: () => elapsedMs(renewedAt) < startNothingAfterMs,
    mayReclaim: () => elapsedMs(renewedAt) < outageMs && elapsedMs(steadySince) > steadyMs,
    async end() {
      clearInterval(timer);
      await renewing;
      await endLease(database, workerId);
    },
  };
}
