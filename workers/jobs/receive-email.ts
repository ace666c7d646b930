// The job that reads received messages: it parses and authenticates each, counts it, and announces it to webhooks and
// automations, once.
import { receivingWork } from '../../shared/resources/messaging/receiving/work.ts';
import { createReader } from '../inbound/reader.ts';
import type { OpenHandler } from '../runtime/job.ts';
import { describeClaims, withClaims } from '../runtime/with-claims.ts';

export const open: OpenHandler = (deps) => {
  const reader = createReader(deps);
  return {
    async handle({ ids }, jobDeps) {
      const claimed = await withClaims(receivingWork.table, ids, jobDeps, (claims) => reader.read(claims));
      return describeClaims(ids.length, claimed);
    },
    drain: () => reader.drain(),
  };
};
