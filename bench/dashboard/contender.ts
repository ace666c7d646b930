// A figure of the scenario `dashboard`.
import type { Contender } from '../scenario.ts';

/** @param measure its figures in one round */
export function contender(
  name: string,
  measure: () => Promise<Record<string, number>>,
  { dividedBy = {}, wanted }: { dividedBy?: Contender['dividedBy']; wanted?: string | undefined } = {},
): Contender {
  return {
    name,
    dividedBy,
    wanted,
    async measure() {
      const figures = await measure();
      return { contender: name, figures, cpuPerMessage: {}, statements: [], messages: 1 };
    },
  };
}
