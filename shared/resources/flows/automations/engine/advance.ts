// Advances a run: the one function that decides what a run does next. It is pure, so that a simulation, the worker and
// the tests get the same answer from the same graph, run, contact and time. It advances as far as it can without
// anything outside: to a pause, to an effect (a mail, a change of the contact), which the caller carries out and then
// reports with `finishEffect`, or to the end.

import type { CompiledGraph, CompiledStep, CompiledWait, Effect } from '../graph/compiled.ts';
import type { ConnectionType } from '../graph/graph.ts';
import type { ContactFacts } from '../graph/variables.ts';
import { resolveEffect } from './effect.ts';
import { comesAfter, findResolution, type InboxEntry, type RunOrigin, type RunState } from './run-state.ts';

/** The record of a step that a run has reached. */
export interface StepRun {
  position: number;
  stepId: string;
  key: string;
  status: 'waiting' | 'completed' | 'failed' | 'skipped';
  output: Readonly<Record<string, unknown>> | null;
  error: { message: string } | null;
  startedAt: Date;
  completedAt: Date | null;
}

/** The next act of a run. */
export type Next =
  | { kind: 'pause'; until: Date }
  | { kind: 'effect'; effect: Effect }
  | { kind: 'end'; status: 'completed' | 'failed'; reason: string | null };

/** The progress of a run. */
export interface Advance {
  /** After an end: as it was at the last step. */
  state: RunState;
  /** The steps whose records are new or have changed, in their order. */
  stepRuns: StepRun[];
  next: Next;
}

/** A run as the engine sees it. */
export interface EngineRun {
  state: RunState;
  origin: RunOrigin;
  /**
   * Whether it waits for its turn, so that its steps begin only when it is moved: its next act, such as a mail, may be
   * late by hours, and the pause afterwards must not be shorter because of that.
   */
  beginsInTurn?: boolean;
}

/** The result of an effect. */
export type EffectOutcome =
  | { status: 'completed'; output: StepRun['output'] }
  /** The step was skipped; `reason` is stored in the output. */
  | { status: 'skipped'; reason: string }
  | { status: 'failed'; message: string };

/** The state of a run that starts. @returns undefined for a graph without steps */
export function startState({ first }: CompiledGraph, { startedAt }: RunOrigin): RunState | undefined {
  if (first === undefined) return undefined;
  return {
    stepKey: first,
    position: 0,
    clock: startedAt,
    waitUntil: null,
    postponedAt: null,
    waits: {},
    inbox: [],
  };
}

/** Moves a run on. */
export function advance(graph: CompiledGraph, run: EngineRun, contact: ContactFacts, now: Date): Advance {
  return new Mover(graph, run, contact, now).advance(run.state);
}

/**
 * Records the outcome of the effect at which a run is, and moves it on.
 * @param now also the time at which the step ended, if it was postponed: that is a pause
 */
export function finishEffect(
  graph: CompiledGraph,
  run: EngineRun,
  outcome: EffectOutcome,
  { contact, now }: { contact: ContactFacts; now: Date },
): Advance {
  return new Mover(graph, run, contact, now).finish(run.state, outcome);
}

/** A step that has ended. */
interface Ended {
  at: Date;
  outcome: ConnectionType;
  output: StepRun['output'];
  status?: 'completed' | 'skipped';
  /** The event that ended the wait. */
  event?: InboxEntry;
}

class Mover {
  readonly #graph: CompiledGraph;
  readonly #origin: RunOrigin;
  readonly #beginsInTurn: boolean;
  readonly #contact: ContactFacts;
  readonly #now: Date;
  readonly #stepRuns: StepRun[] = [];

  constructor(
    graph: CompiledGraph,
    { origin, beginsInTurn = false }: EngineRun,
    contact: ContactFacts,
    now: Date,
  ) {
    this.#graph = graph;
    this.#origin = origin;
    this.#beginsInTurn = beginsInTurn;
    this.#contact = contact;
    this.#now = now;
  }

  advance(state: RunState): Advance {
    const hasBegun = state.waitUntil !== null || state.postponedAt !== null;
    return this.#move(hasBegun ? state : { ...state, clock: this.#beginning(state.clock) });
  }

  #move(from: RunState): Advance {
    let state = from;
    for (;;) {
      const step = this.#graph.steps.get(state.stepKey);
      if (!step) throw new Error(`The graph has no step ${JSON.stringify(state.stepKey)}.`);
      const ended = this.#run(step, state);
      if (!('outcome' in ended)) return this.#answer(state, step, ended);
      const next = this.#leave(step, state, ended);
      if (!next) return this.#end(state, 'completed', null);
      state = next;
    }
  }

  finish(state: RunState, outcome: EffectOutcome): Advance {
    const step = this.#graph.steps.get(state.stepKey);
    if (!step) throw new Error(`The graph has no step ${JSON.stringify(state.stepKey)}.`);
    const at = state.postponedAt ? this.#now : state.clock;
    if (outcome.status === 'failed') {
      this.#record(step, state, { status: 'failed', error: { message: outcome.message }, completedAt: at });
      return this.#end(state, 'failed', outcome.message);
    }
    const { status } = outcome;
    const output = outcome.status === 'completed' ? outcome.output : { reason: outcome.reason };
    const next = this.#leave(step, state, { at, outcome: 'default', output, status });
    const isLast = step.kind === 'effect' && step.endsRun && status === 'completed';
    return next && !isLast ? this.#move(next) : this.#end(next ?? state, 'completed', null);
  }

  /** Runs a step that needs nothing from outside. @returns how it ended, or what it waits for */
  #run(step: CompiledStep, state: RunState): Ended | Exclude<Next, { kind: 'end' }> {
    switch (step.kind) {
      case 'pause':
        return this.#delay(new Date(state.clock.getTime() + step.durationMs));
      case 'wait':
        return this.#wait(step, state);
      case 'branch': {
        const outcome = step.choose(this.#valuesOf(state));
        return { at: state.clock, outcome, output: { result: outcome } };
      }
      case 'effect':
        return { kind: 'effect', effect: resolveEffect(step, this.#graph, this.#valuesOf(state)) };
    }
  }

  #delay(until: Date): Ended | (Next & { kind: 'pause' }) {
    return until > this.#now ? { kind: 'pause', until } : { at: until, outcome: 'default', output: null };
  }

  #wait(step: CompiledWait, state: RunState): Ended | (Next & { kind: 'pause' }) {
    const event = findResolution(step, state, this.#origin);
    if (event) {
      // With `since: run_start` the event may have arrived before the run reached the wait.
      const at = new Date(Math.max(state.clock.getTime(), event.at));
      const output = { result: 'event_received', event_id: event.id, payload: event.payload };
      return { at, outcome: 'event_received', output, event };
    }
    const deadline = new Date(state.clock.getTime() + step.timeoutMs);
    return deadline > this.#now
      ? { kind: 'pause', until: deadline }
      : { at: deadline, outcome: 'timeout', output: { result: 'timeout' } };
  }

  #valuesOf({ waits }: RunState) {
    return { contact: this.#contact, event: this.#origin.event, waits };
  }

  /** @returns the state at the next step; undefined: there is none */
  #leave(
    step: CompiledStep,
    state: RunState,
    { at, outcome, output, status = 'completed', event }: Ended,
  ): RunState | undefined {
    this.#record(step, state, { status, output, completedAt: at });
    const stepKey = step.next.get(outcome) ?? step.next.get('default');
    if (stepKey === undefined) return undefined;
    const isEvent = step.kind === 'wait' && event !== undefined;
    const waits = isEvent ? { ...state.waits, [step.eventName]: event.payload } : state.waits;
    const clock = this.#beginning(at);
    const ahead = new Map(this.#graph.steps.get(stepKey)?.waitsAhead.map((wait) => [wait.key, wait]));
    const inbox = state.inbox.filter((entry) => {
      const wait = ahead.get(entry.step);
      if (!wait || wait.sinceStart) return wait !== undefined;
      // The event that ended this pause did not arrive after it, nor did earlier ones in the same millisecond.
      return entry.at >= clock.getTime() && (!event || comesAfter(entry, event));
    });
    const position = state.position + 1;
    return { stepKey, position, clock, waitUntil: null, postponedAt: null, waits, inbox };
  }

  /** Returns when a step begins that the run has reached. */
  #beginning(came: Date): Date {
    return this.#beginsInTurn && this.#now > came ? this.#now : came;
  }

  #record(
    { id: stepId, key }: CompiledStep,
    { position, clock: startedAt }: RunState,
    end: Pick<StepRun, 'status'> & Partial<StepRun>,
  ): void {
    this.#stepRuns.push({
      position,
      stepId,
      key,
      startedAt,
      output: null,
      error: null,
      completedAt: null,
      ...end,
    });
  }

  #answer(state: RunState, step: CompiledStep, next: Exclude<Next, { kind: 'end' }>): Advance {
    if (next.kind === 'effect') return { state, stepRuns: this.#stepRuns, next };
    // A pause that was recorded before is not recorded again.
    if (state.waitUntil === null) this.#record(step, state, { status: 'waiting' });
    return { state: { ...state, waitUntil: next.until }, stepRuns: this.#stepRuns, next };
  }

  #end(state: RunState, status: 'completed' | 'failed', reason: string | null): Advance {
    return { state, stepRuns: this.#stepRuns, next: { kind: 'end', status, reason } };
  }
}
