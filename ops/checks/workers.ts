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
            `Not running: ${absent.map((group) => `worker-${group}`).join(', ')}. Each was not started or was stopped. Start it.`,
          ),
        ]),
    ...(silent.length === 0
      ? []
      : [
          unmet(
            `These processes have crashed or cannot reach the database: ${describe(silent)}. Restart them.`,
          ),
        ]),
    ...(absent.length + silent.length === 0
      ? [met(`Every worker group is running: ${describe(needed)}.`)]
      : []),
    ...[...reasons].filter((reason) => reason !== undefined).map(unmet),
  ];
};
