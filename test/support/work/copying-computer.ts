// Does computations in this process, with copies of what is given and of the result, as if another one did them
// (api/computing/): what cannot be copied fails in any test.
import type { Computer } from '../../../shared/platform/sharing/computer.ts';
import { FairTurns } from '../../../shared/platform/sharing/fair-turns.ts';

export function createCopyingComputer(turns = new FairTurns()): Computer {
  return {
    run: async (owner, computation, ...given) => {
      const copied = structuredClone(given);
      return structuredClone(await turns.run(owner, () => computation.compute(...copied)));
    },
  };
}
