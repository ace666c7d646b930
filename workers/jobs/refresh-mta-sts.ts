// The job that refreshes the MTA-STS policies of recipients' domains, so that they do not expire while they are used.
import { createConcurrencyLimit } from '../../shared/platform/sharing/concurrency-limit.ts';
import {
  createPolicyFetch,
  type PolicyFetch,
} from '../../shared/resources/messaging/mta-sts/fetch-policy.ts';
import { refreshPolicy } from '../../shared/resources/messaging/mta-sts/refresh.ts';
import { mtaStsWork } from '../../shared/resources/messaging/mta-sts/work.ts';
import type { OpenHandler, OpenJob, WorkerDeps } from '../runtime/job.ts';
import { describeClaims, withClaims } from '../runtime/with-claims.ts';

/** Policies that a process refreshes at a time. A silent host holds its place for a minute. */
const PLACES = 64;

export const open: OpenHandler = (deps) => openRefresh(deps, createPolicyFetch(deps));

/** Creates the handler with a fetch of its own, as tests do. */
export function openRefresh(_deps: WorkerDeps, policies: PolicyFetch): OpenJob {
  const places = createConcurrencyLimit(PLACES);
  return {
    async handle({ ids }, deps) {
      const claimed = await withClaims(mtaStsWork.table, ids, deps, async (claims) => {
        const refresh = claims.map((claim) => places.run(() => refreshPolicy({ ...deps, policies }, claim)));
        const failure = (await Promise.allSettled(refresh)).find(({ status }) => status === 'rejected');
        if (failure?.status === 'rejected') throw failure.reason;
      });
      return describeClaims(ids.length, claimed);
    },
    drain: () => policies.close(),
  };
}
