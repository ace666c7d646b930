// Dependencies of a worker whose own claims are swept before each statement of its work: whatever a sweep may meet, it meets.
import type { WorkKind } from '../../../shared/platform/work/define-work.ts';
import type { ClaimLease } from '../../../shared/platform/work/work-table.ts';
import { freeOwnClaims } from '../../../workers/runtime/claims/own-claims.ts';
import type { WorkerDeps } from '../../../workers/runtime/job.ts';

/** @param claims what the sweep knows; by default what the process holds */
export function sweepAlways(deps: WorkerDeps, kind: WorkKind, claims = deps.lease.claims) {
  const freed: string[] = [];
  let sweeps = 0;
  const abandon = (_: unknown, { token }: ClaimLease) => {
    freed.push(token);
    return Promise.resolve([]);
  };
  const kinds = [{ ...kind, table: { ...kind.table, abandon } }];
  const sweep = async () => {
    sweeps += 1;
    await freeOwnClaims({ ...deps, lease: { ...deps.lease, claims }, kinds });
  };
  const after = (name: 'query' | 'connect') => ({
    async value(...args: unknown[]) {
      await sweep();
      return await (deps.database[name] as (...args: unknown[]) => Promise<unknown>)(...args);
    },
  });
  const database = Object.create(deps.database, { query: after('query'), connect: after('connect') });
  return {
    deps: { ...deps, database } satisfies WorkerDeps,
    /** Tokens of rows that a sweep would have freed. */
    freed,
    sweep,
    sweeps: () => sweeps,
  };
}
