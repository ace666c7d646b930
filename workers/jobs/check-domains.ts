// The job that looks up the records of domains in DNS: at the request of their accounts, and then again and again, so
// that the status of a domain says what receivers find.

import { checksTable } from '../../shared/resources/domains/checks/table.ts';
import { createDomainChecker } from '../domains/checker.ts';
import type { OpenJob, WorkerDeps } from '../runtime/job.ts';
import { describeClaims, withClaims } from '../runtime/with-claims.ts';

/** Opens the job in a process. */
export function openCheckDomains(deps: WorkerDeps): OpenJob {
  const checker = createDomainChecker(deps);
  return {
    async handle({ ids }, jobDeps) {
      const claimed = await withClaims(checksTable, ids, jobDeps, (claims) => checker.check(claims));
      return describeClaims(ids.length, claimed);
    },
    drain: () => checker.drain(),
  };
}
