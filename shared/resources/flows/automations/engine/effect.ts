// The effect of a step, with all values in place: what its type does outside of the run.
import type { CompiledGraph, CompiledStep, Effect, EffectAction } from '../graph/compiled.ts';
import { filledValue, type RunValues, readReference, resolveReferences } from '../graph/variables.ts';

/** The effect of a step. */
export function resolveEffect(
  step: CompiledStep<EffectAction>,
  { namable }: CompiledGraph,
  values: RunValues,
): Effect {
  return step.effectOf((value) =>
    resolveReferences(value, (name) => {
      const reference = readReference(name, namable);
      return 'refusal' in reference ? undefined : filledValue(reference, values);
    }),
  );
}
