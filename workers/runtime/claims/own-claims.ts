// Frees rows that this process has claimed and that no work of it holds: a claim may be committed after its job has given it
// up, and a database that went back in time has rows that were done long ago (docs/architecture/work.md#leases).
import type { WorkKind } from '../../../shared/platform/work/define-work.ts';
import type { WrittenOutcomes } from '../outcomes/written-outcomes.ts';
import { eachKind, type FreeDeps, noteFreed, SWEEP_LIMIT } from '../sweep.ts';

/** The dependencies of freeing own claims. */
interface OwnClaimsDeps extends FreeDeps {
  writtenOutcomes: WrittenOutcomes;
}

/**
 * Frees them once. Outcomes of mail that the database has lost are written again first; nothing is known about the rows
 * that are still claimed then, and their mail may have been sent. This process is alive, so they do not count as deaths
 * of a worker.
 */
export async function freeOwnClaims(deps: OwnClaimsDeps): Promise<void> {
  const { database, clock, lease, writtenOutcomes } = deps;
  const worker = lease.workerId;
  writtenOutcomes.forget();
  await eachKind(deps, async (kind) => {
    const tokens = lease.mayStartWork() ? await findUnheld(deps, kind) : [];
    if (tokens.length === 0) return;
    if (kind.mayRepeat) await writtenOutcomes.writeAgain();
    let freed = 0;
    for (const token of tokens)
      freed += (await kind.table.abandon(database, { worker, token }, clock.now())).length;
    noteFreed(deps, kind, freed, 'rows freed that no work of this process holds');
  });
}

/**
 * Finds tokens that no work holds. One that was held when the statement was sent may belong to a row whose outcome is
 * being written: the statement sees the row before or after it. One that is held when the answer arrives may belong to
 * a claim that was sent after the statement, and committed before it was run.
 */
async function findUnheld({ database, lease }: FreeDeps, { table }: WorkKind): Promise<string[]> {
  const { workerId, claims } = lease;
  const found = await table.findUnheld(database, workerId, claims.tokens, SWEEP_LIMIT);
  return [...new Set(found.map(({ token }) => token))].filter((token) => !claims.has(token));
}
