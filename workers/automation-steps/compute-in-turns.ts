// Computes a value for each run of an account, in turns of the event loop that accounts share.
import type { FairTurns } from '../../shared/platform/sharing/fair-turns.ts';
import type { MovingRun } from './moving-run.ts';

/**
 * @param compute may throw: that is the fault of its run
 * @returns the results, in the order of the runs
 */
export async function computeInTurns<Result>(
  turns: FairTurns,
  runs: readonly MovingRun[],
  compute: (run: MovingRun, index: number) => Result,
): Promise<(Result | { thrown: unknown })[]> {
  const results: (Result | { thrown: unknown })[] = [];
  const attempt = (index: number) => {
    try {
      return compute(runs[index] as MovingRun, index);
    } catch (error) {
      return { thrown: error };
    }
  };
  while (results.length < runs.length) {
    await turns.run(runs[0]?.stored.accountId ?? '', (mayGoOn) => {
      do results.push(attempt(results.length));
      while (results.length < runs.length && mayGoOn());
    });
  }
  return results;
}
