// A run while a worker moves it: its stored state, and its progress since then. The progress is lost if the worker
// dies; then the next worker computes the same again.
import type {
  Advance,
  EffectOutcome,
  StepRun,
} from '../../shared/resources/flows/automations/engine/advance.ts';
import { advance, finishEffect } from '../../shared/resources/flows/automations/engine/advance.ts';
import type { Effect } from '../../shared/resources/flows/automations/graph/compiled.ts';
import type { ContactFacts } from '../../shared/resources/flows/automations/graph/variables.ts';
import type { ClaimedRun } from '../../shared/resources/flows/automations/runs/transitions/load.ts';
import {
  type RetryAt,
  type RunTransition,
  retryTransition,
  transitionOf,
} from '../../shared/resources/flows/automations/runs/transitions/transition.ts';
import type { FoundGraph } from './find-graphs.ts';

/** A claimed run whose contact exists. */
export type StartingRun = ClaimedRun & { contact: ContactFacts };

/** A run that is moved. */
export class MovingRun {
  /** The stored state. */
  #stored: StartingRun;
  readonly #found: FoundGraph;
  /** Undefined: it was not moved yet. */
  #ahead: Advance | undefined;

  constructor(stored: StartingRun, graph: FoundGraph) {
    this.#stored = stored;
    this.#found = graph;
  }

  get stored(): StartingRun {
    return this.#stored;
  }

  /** The progress of the run. */
  get ahead(): Advance {
    if (!this.#ahead) throw new Error('The run was not moved yet.');
    return this.#ahead;
  }

  /** The effect at which it is; undefined: it pauses or has ended. */
  get effect(): Effect | undefined {
    return this.ahead.next.kind === 'effect' ? this.ahead.next.effect : undefined;
  }

  /** Moves it from its stored state. */
  start(now: Date): void {
    this.#ahead = advance(this.#graph, this.#engineRun(this.#stored.state), this.#stored.contact, now);
  }

  /**
   * Computes how far it gets with this outcome of its effect, without storing it.
   * @param contact as it is after the effect
   */
  finish(outcome: EffectOutcome, now: Date, contact: ContactFacts = this.#stored.contact): Advance {
    const { state, stepRuns } = this.ahead;
    const after = finishEffect(this.#graph, this.#engineRun(state), outcome, { contact, now });
    return { ...after, stepRuns: [...stepRuns, ...after.stepRuns] };
  }

  /** Returns what to write if it has got this far. */
  moveTo(ahead: Advance, now: Date): RunTransition {
    return transitionOf(this.#stored, this.#graph, ahead, now);
  }

  /** Notes its progress, without writing it. */
  comeTo(ahead: Advance): void {
    this.#ahead = ahead;
  }

  /** A move this far is written. */
  written(ahead: Advance, contact: ContactFacts = this.#stored.contact): void {
    this.#ahead = { ...ahead, stepRuns: [] };
    this.#stored = { ...this.#stored, state: ahead.state, contact, attempts: 1 };
  }

  /** Returns what to write so that the step is tried again; the run stays at its effect. */
  postpone(again: RetryAt): RunTransition {
    return retryTransition(this.#stored, this.#graph, this.ahead, again);
  }

  /** Returns what to write so that another worker takes it at once; this claim was not a try. */
  putBack(now: Date): RunTransition {
    const { state, attempts } = this.#stored;
    const again = { at: now, postponedAt: state.postponedAt, reason: null, attempts: attempts - 1 };
    return retryTransition(this.#stored, undefined, { state, stepRuns: [] }, again);
  }

  /** Returns what to write after moving it has thrown: only the failed try. */
  failTry(again: Omit<RetryAt, 'postponedAt'>): RunTransition {
    const { state } = this.#stored;
    const { postponedAt } = state;
    return retryTransition(this.#stored, undefined, { state, stepRuns: [] }, { ...again, postponedAt });
  }

  /** Returns what to write after too many tries. */
  giveUp(message: string, now: Date): RunTransition {
    const { state } = this.#stored;
    const graph = 'graph' in this.#found ? this.#found.graph : undefined;
    const step = graph?.steps.get(state.stepKey);
    const failed: StepRun[] = step
      ? [
          {
            position: state.position,
            stepId: step.id,
            key: step.key,
            startedAt: state.clock,
            status: 'failed',
            output: null,
            error: { message },
            completedAt: now,
          },
        ]
      : [];
    const next = { kind: 'end', status: 'failed', reason: message } as const;
    return transitionOf(this.#stored, graph, { state, stepRuns: failed, next }, now);
  }

  /** @throws the error of loading it */
  get #graph() {
    if ('error' in this.#found) throw this.#found.error;
    return this.#found.graph;
  }

  #engineRun(state: Advance['state']) {
    const { createdAt: startedAt, payload: event, lane } = this.#stored;
    return { state, origin: { startedAt, event }, beginsInTurn: lane === 'bulk' };
  }
}
