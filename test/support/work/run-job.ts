// A job that a test calls itself, with the handler that the registry of the workers gives its kind of work.
import { expect } from 'chai';
import type { WorkKind } from '../../../shared/platform/work/define-work.ts';
import { loadEntries } from '../../../workers/registry.ts';
import type { WorkerDeps } from '../../../workers/runtime/job.ts';

/** Handles a wake-up that names these rows. @returns what the board shows of it */
export async function runJob(
  kind: WorkKind<WorkerDeps>,
  ids: readonly string[],
  deps: WorkerDeps,
): Promise<string> {
  const [entry] = await loadEntries([kind]);
  return await (entry ?? expect.fail()).open(deps).handle({ ids }, deps);
}

/** Dependencies of a worker whose lease ends after so many steps of a walk: the rest is for further jobs. */
export function stoppingAfter(steps: number, deps: WorkerDeps): WorkerDeps {
  let left = steps;
  const mayStartWork = () => {
    left -= 1;
    return left >= 0;
  };
  return { ...deps, lease: { ...deps.lease, mayStartWork } };
}
