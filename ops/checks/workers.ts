// Is there a worker of each group, and does anything stop a kind of work?
import { RENEW_EVERY_MS } from '../../shared/platform/config/config.ts';
import { findAliveGroups } from '../../shared/platform/work/processes/alive-groups.ts';
import { leaseTimesOf } from '../../shared/platform/work/processes/lease-times.ts';
import { GROUPS, WORK_KINDS } from '../../shared/resources/work-kinds.ts';
import { type Check, findingsOf } from './finding.ts';

const { met, unmet } = findingsOf('workers');

export const checkWorkers: Check = async ({ database }) => {
  const alive = await findAliveGroups(database, leaseTimesOf(RENEW_EVERY_MS).deadAfterMs);
  const absent = GROUPS.filter((group) => !alive.has(group)).map((group) => `worker-${group}`);
  // Several kinds of work may have one reason.
  const reasons = new Set(await Promise.all(WORK_KINDS.map((kind) => kind.findBlockedReason?.(database))));
  return [
    absent.length === 0
      ? met('A worker of each group is alive.')
      : unmet(`No process is alive of ${absent.join(', ')}: start it.`),
    ...[...reasons].filter((reason) => reason !== undefined).map(unmet),
  ];
};
