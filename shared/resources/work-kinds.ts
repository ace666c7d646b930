// All kinds of work, from the manifests. The queues, the metrics, the board, the commands of operators and the registry of
// the workers are made from this list.
import { queuesOf } from '../platform/work/define-work.ts';
import { MANIFESTS } from './resources.ts';

export const WORK_KINDS = MANIFESTS.flatMap(({ work = [] }) => work);

/** The groups of worker processes. `schedule` also runs the tick and the sweeper for all of them. */
export const GROUPS: readonly string[] = [...new Set(WORK_KINDS.map(({ group }) => group))];

export const QUEUES = WORK_KINDS.flatMap(queuesOf);
