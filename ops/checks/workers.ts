// Does a worker of each group run, as far as its last renewal says, and does anything stop a kind of work? A process that
// was killed looks like one that runs until its next renewal is missed, so the line says when each group was seen.
import { RENEW_EVERY_MS } from '../../shared/platform/config/config.ts';
import type { Database } from '../../shared/platform/db/connect.ts';
import { SECOND_MS } from '../../shared/platform/time/durations.ts';
import { findSecondsSinceSeen } from '../../shared/platform/work/processes/alive-groups.ts';
import { leaseTimesOf } from '../../shared/platform/work/processes/lease-times.ts';
import { isAnyDomainReceiving } from '../../shared/resources/messaging/domains/find-receiving.ts';
import { receivingWork } from '../../shared/resources/messaging/receiving/work.ts';
import { GROUPS, WORK_KINDS } from '../../shared/resources/work-kinds.ts';
import { type Check, findingsOf } from './finding.ts';

const { met, unmet } = findingsOf('workers');

/** A process that runs has certainly renewed its lease within this time. */
const SEEN_WITHIN_MS = leaseTimesOf(RENEW_EVERY_MS).outageMs;

export const checkWorkers: Check = async ({ database }) => {
  const seen = await findSecondsSinceSeen(database);
  const needed = await findNeededGroups(database, seen);
  const absent = needed.filter((group) => !seen.has(group));
  const silent = needed.filter((group) => (seen.get(group) ?? 0) * SECOND_MS > SEEN_WITHIN_MS);
  const describe = (groups: readonly string[]) =>
    groups.map((group) => `worker-${group} ${Math.round(seen.get(group) ?? 0)} s ago`).join(', ');
  // Several kinds of work may have one reason.
  const reasons = new Set(await Promise.all(WORK_KINDS.map((kind) => kind.findBlockedReason?.(database))));
  return [
    ...(absent.length === 0
      ? []
      : [
          unmet(
            `No process runs of ${absent.map((group) => `worker-${group}`).join(', ')}: it was not started, or has ended in order. Start it.`,
          ),
        ]),
    ...(silent.length === 0
      ? []
      : [
          unmet(
            `These were last seen too long ago, so they have died or do not reach the database: ${describe(silent)}. Start them again.`,
          ),
        ]),
    ...(absent.length + silent.length === 0
      ? [met(`A worker of each group was seen: ${describe(needed)}.`)]
      : []),
    ...[...reasons].filter((reason) => reason !== undefined).map(unmet),
  ];
};

/** Where no domain receives, as on a platform without raw TCP, nothing waits for `worker-inbound`. */
async function findNeededGroups(
  database: Database,
  seen: ReadonlyMap<string, number>,
): Promise<readonly string[]> {
  const isReceiving = await isAnyDomainReceiving(database);
  return GROUPS.filter((group) => group !== receivingWork.group || isReceiving || seen.has(group));
}
