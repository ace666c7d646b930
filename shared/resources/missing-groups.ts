// Which groups of workers (see the Procfile) have no process, as far as their last renewals say: for operators who check, and for
// the alert. A process that was killed looks like one that runs until its next renewal is missed.
import { RENEW_EVERY_MS } from '../platform/config/config.ts';
import type { Database } from '../platform/db/connect.ts';
import { SECOND_MS } from '../platform/time/durations.ts';
import { findSecondsSinceSeen } from '../platform/work/processes/alive-groups.ts';
import { leaseTimesOf } from '../platform/work/processes/lease-times.ts';
import { isAnyDomainReceiving } from './messaging/domains/find-receiving.ts';
import { receivingWork } from './messaging/receiving/work.ts';
import { GROUPS } from './work-kinds.ts';

/** A process that runs has certainly renewed its lease within this time. */
const SEEN_WITHIN_MS = leaseTimesOf(RENEW_EVERY_MS).outageMs;

/** The groups that the service needs. */
export interface SeenGroups {
  needed: readonly string[];
  /** Without a process: it was not started, or has ended in order. */
  absent: readonly string[];
  /** Its processes were last seen too long ago. */
  silent: readonly string[];
  /** Seconds since a process of the group was last seen. */
  seen: ReadonlyMap<string, number>;
}

export async function findSeenGroups(database: Database): Promise<SeenGroups> {
  const seen = await findSecondsSinceSeen(database);
  const isReceiving = await isAnyDomainReceiving(database);
  // Where no domain receives, as on a platform without raw TCP, nothing waits for `worker-inbound`.
  const needed = GROUPS.filter((group) => group !== receivingWork.group || isReceiving || seen.has(group));
  return {
    needed,
    absent: needed.filter((group) => !seen.has(group)),
    silent: needed.filter((group) => (seen.get(group) ?? 0) * SECOND_MS > SEEN_WITHIN_MS),
    seen,
  };
}
