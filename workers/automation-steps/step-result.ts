// The result of an effect, as the steps report it to the runner of the runs.
import type { DomainError } from '../../shared/contract/domain-error.ts';
import type { Advance, EffectOutcome } from '../../shared/resources/flows/automations/engine/advance.ts';
import type { ContactFacts } from '../../shared/resources/flows/automations/graph/variables.ts';
import type { MovingRun } from './moving-run.ts';

/** The result of the effect of a run. */
export type StepResult =
  /** The effect is committed, and the run's move with it. */
  | { kind: 'written'; ahead: Advance; contact?: ContactFacts }
  /** Nothing was done, and the step is over: skipped or failed. */
  | { kind: 'over'; outcome: EffectOutcome }
  /** Nothing was done, for a reason that passes. */
  | { kind: 'refused'; refusal: DomainError }
  /** The claim of the run was lost, its automation was stopped, or it has moved already. Nothing was done. */
  | { kind: 'lost' }
  /** The contact was deleted. */
  | { kind: 'gone' }
  /** A bug, or the database is unavailable (passing-errors.ts). Nothing was done, as far as is known. */
  | { kind: 'thrown'; error: unknown };

/** The results of runs. */
export type StepResults = Map<MovingRun, StepResult>;

/** The step fails, and the run with it. */
export function failed(message: string): StepResult {
  return { kind: 'over', outcome: { status: 'failed', message } };
}
