// The job that looks up the records of domains in DNS: at the request of their accounts, and then again and again, so
// that the status of a domain says what receivers find.

import { domainCheckWork } from '../../shared/resources/messaging/domains/checks/work.ts';
import { createHostProbe, type HostProbe } from '../../shared/resources/messaging/tracking-hosts/probe.ts';
import { createDomainChecker } from '../domains/checker.ts';
import type { OpenHandler, OpenJob, WorkerDeps } from '../runtime/job.ts';
import { describeClaims, withClaims } from '../runtime/with-claims.ts';

export const open: OpenHandler = (deps) => openWith(deps, createHostProbe(deps.config));

/** Creates the handler with a probe of its own, as tests do. */
export function openWith(deps: WorkerDeps, hostProbe: HostProbe): OpenJob {
  const checker = createDomainChecker(deps, hostProbe);
  return {
    async handle({ ids }, jobDeps) {
      const claimed = await withClaims(domainCheckWork.table, ids, jobDeps, (claims) =>
        checker.check(claims),
      );
      return describeClaims(ids.length, claimed);
    },
    drain: () => checker.drain(),
  };
}
