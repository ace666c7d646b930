// The job that looks up the records of domains in DNS: at the request of their accounts, and then again and again, so
// that the status of a domain says what receivers find.

import { domainCheckWork } from '../../shared/resources/messaging/domains/checks/work.ts';
import { createDomainChecker } from '../domains/checker.ts';
import type { OpenHandler } from '../runtime/job.ts';
import { describeClaims, withClaims } from '../runtime/with-claims.ts';

export const open: OpenHandler = (deps) => {
  const checker = createDomainChecker(deps);
  return {
    async handle({ ids }, jobDeps) {
      const claimed = await withClaims(domainCheckWork.table, ids, jobDeps, (claims) =>
        checker.check(claims),
      );
      return describeClaims(ids.length, claimed);
    },
    drain: () => checker.drain(),
  };
};
