// Does a worker of each group run, as far as its last renewal says, and does anything stop a kind of work? A process that
// was killed looks like one that runs until its next renewal is missed, so the line says when each group was seen.
import { findSeenGroups } from '../../shared/resources/missing-groups.ts';
import { WORK_KINDS } from '../../shared/resources/work-kinds.ts';
import { type Check, findingsOf } from './finding.ts';

const { met, unmet } = findingsOf('workers');

export const checkWorkers: Check = async ({ database }) => {
  const { needed, absent, silent, seen } = await findSeenGroups(database);
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
