// The registry of the workers: which handler does each kind of work. An operator scales by group: each group is a process
// type in the Procfile, and `all` runs all of them in one process. A process loads the handlers of its groups alone.
import type { WorkKind } from '../shared/platform/work/define-work.ts';
import { GROUPS } from '../shared/resources/work-kinds.ts';
import type { OpenHandler, RegistryEntry, WorkerDeps } from './runtime/job.ts';
import { openWalk } from './runtime/walk-job.ts';

/** The handlers of all work but walks, by the name of the job. */
const JOBS: Readonly<Record<string, () => Promise<{ open: OpenHandler }>>> = {
  'send-email': () => import('./jobs/send-email.ts'),
  'receive-email': () => import('./jobs/receive-email.ts'),
  'record-feedback': () => import('./jobs/record-feedback.ts'),
  'deliver-webhooks': () => import('./jobs/deliver-webhooks.ts'),
  'record-hits': () => import('./jobs/record-hits.ts'),
  'import-contacts': () => import('./jobs/import-contacts.ts'),
  'check-domains': () => import('./jobs/check-domains.ts'),
  'refresh-mta-sts': () => import('./jobs/refresh-mta-sts.ts'),
  'advance-automation-run': () => import('./jobs/advance-automation-runs.ts'),
  'dispatch-campaigns': () => import('./jobs/dispatch-campaigns.ts'),
  'run-recurring-work': () => import('./jobs/run-recurring-work.ts'),
};

/** Loads the handlers of kinds of work. */
export function loadEntries(kinds: readonly WorkKind<WorkerDeps>[]): Promise<RegistryEntry[]> {
  return Promise.all(
    kinds.map(async (kind) => {
      const open = await loadHandler(kind);
      return { ...kind, open: (deps) => open(deps, kind) };
    }),
  );
}

async function loadHandler({ queue, walk }: WorkKind<WorkerDeps>): Promise<OpenHandler> {
  if (walk) return openWalk(await walk());
  const job = await JOBS[queue.jobName]?.();
  if (!job) throw new Error(`There is no handler of the job ${queue.jobName}.`);
  return job.open;
}

/**
 * Reads the groups from the command line: their names, or `all`.
 * @throws Error with one sentence when a name is unknown or none is given
 */
export function parseGroups(names: readonly string[]): readonly string[] {
  const known: readonly string[] = [...GROUPS, 'all'];
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0 || names.length === 0) {
    const complaint = unknown.length > 0 ? ` Unknown: "${unknown.join('", "')}".` : '';
    throw new Error(`Name the groups to run: ${known.join(', ')}.${complaint}`);
  }
  return GROUPS.filter((group) => names.includes(group) || names.includes('all'));
}
