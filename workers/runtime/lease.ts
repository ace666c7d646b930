// The lease of a worker process: one row whose heartbeat is renewed every 5 seconds. It covers all rows that the
// process has claimed, so a claim needs no renewal of its own. The margins make it safe: a process that could not
// renew for 40 s starts nothing new, and other workers take its rows only after 60 s
// (docs/architecture/guarantees.md#leases).
import { hostname } from 'node:os';
import type { Database } from '../../shared/platform/db/connect.ts';
import { answerInTime } from '../../shared/platform/db/group-store/answer-in-time.ts';
import { NoAnswerError } from '../../shared/platform/failures/unavailable.ts';
import type { Logger } from '../../shared/platform/log/log.ts';
import { endLease } from '../../shared/platform/work/processes/end.ts';
import { leaseTimesOf } from '../../shared/platform/work/processes/lease-times.ts';
import { renewLease } from '../../shared/platform/work/processes/renew.ts';
import { ActiveClaims } from './claims/active-claims.ts';

/** The lease of this process. */
export interface Lease {
  /** The value of `claimed_by` in claimed rows. */
  readonly workerId: string;
  /** The claims of this process that it is working on. */
  readonly claims: ActiveClaims;
  /** How long a worker must have been silent to count as dead. */
  readonly deadAfterMs: number;
  /** False when other workers may soon consider this process dead: then claim nothing and start no DATA. */
  mayStartWork(): boolean;
  /**
   * True when renewals have succeeded without an outage for three intervals. Before that, other workers may look dead
   * only because they could not renew either, and reclaiming their rows would repeat their work.
   */
  mayReclaim(): boolean;
  /** Stops the renewals and removes the row, so that rows which are still claimed can be taken at once. */
  end(): Promise<void>;
}

/** The options of a lease. */
export interface LeaseOptions {
  database: Database;
  workerId: string;
  groups: readonly string[];
  /** Interval between two renewals (`LEASE_RENEW_MS`). */
  renewEveryMs: number;
  log: Logger;
}

/** A renewal that takes longer has failed; the next one does not wait for it. */
const RENEWAL_TIMEOUT_MS = 5_000;
/**
 * Renewals that have no answer yet, each with a session in the server: a connection may be lost without a word, but while a
 * synchronous standby is silent no renewal helps.
 */
const UNANSWERED_MAX = 2;

/**
 * A moment on both clocks. The monotonic clock stops while a machine is suspended, and the wall clock may be set back;
 * the longer of the two measured times is the safe one.
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
 * Acquires the lease and renews it until `end`.
 * @throws the error of the first renewal: a worker without a lease must not start
 */
export async function takeLease(options: LeaseOptions): Promise<Lease> {
  const { database, workerId, groups, renewEveryMs, log } = options;
  const { stopClaimingAfterMs, deadAfterMs, outageMs, settleMs } = leaseTimesOf(renewEveryMs);
  const worker = { id: workerId, groups, host: hostname(), pid: process.pid };
  // Moments before the statement was sent, so that the row is never older than this process believes.
  let renewedAt = present();
  let steadySince = renewedAt;
  let renewing: Promise<void> | undefined;
  let unanswered = 0;
  const renew = async () => {
    if (unanswered >= UNANSWERED_MAX) throw new NoAnswerError('The renewals before have no answer.');
    unanswered += 1;
    const renewal = renewLease(database, worker).finally(() => {
      unanswered -= 1;
    });
    await answerInTime(RENEWAL_TIMEOUT_MS, 'Renewing the lease', renewal);
  };
  await renew();
  const beat = async () => {
    const sentAt = present();
    try {
      await renew();
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
    claims: new ActiveClaims(),
    deadAfterMs,
    mayStartWork: () => elapsedMs(renewedAt) < stopClaimingAfterMs,
    mayReclaim: () => elapsedMs(renewedAt) < outageMs && elapsedMs(steadySince) > settleMs,
    async end() {
      clearInterval(timer);
      await renewing;
      await endLease(database, workerId);
    },
  };
}
