// The form of a graph that the engine runs (compile.ts makes it). The engine knows four things that a step can do; which
// of them a type of step does, and how, is said by the file of the type (step-types/).
import type { ConnectionType, StepType } from './graph.ts';
import type { RunRules } from './rule-fields.ts';
import type { Namable, RunValues } from './variables.ts';

/** What a step does. */
export type CompiledAction = PauseAction | WaitAction | BranchAction | EffectAction;

/** It waits for a time. */
export interface PauseAction {
  kind: 'pause';
  durationMs: number;
}

/** It waits for an event. */
export interface WaitAction {
  kind: 'wait';
  eventName: string;
  timeoutMs: number;
  filter: RunRules | undefined;
  /** It counts events since the run started, and not since its last pause. */
  sinceStart: boolean;
}

/** It chooses the outcome after which the run continues. */
export interface BranchAction {
  kind: 'branch';
  choose(values: RunValues): ConnectionType;
}

/** It does something outside of the run. */
export interface EffectAction {
  kind: 'effect';
  /** @param resolve puts what references read in their place */
  effectOf(resolve: Resolve): Effect;
  /** After it there is no contact for whom there could be more to do. */
  endsRun: boolean;
}

/** Puts what references read in their place, in a value and below it. */
export type Resolve = (value: unknown) => unknown;

/**
 * What a step does outside of its run, with all values in place; the type of the step says how a worker brings it about
 * and how a simulation does. A value whose reference has no value is undefined or left out.
 */
export type Effect = { readonly type: StepType } & Readonly<Record<string, unknown>>;

/** A step that the engine runs. */
export type CompiledStep<Action extends CompiledAction = CompiledAction> = Action & {
  id: string;
  key: string;
  /** Outcome → key of the next step. */
  next: ReadonlyMap<ConnectionType, string>;
  /** The waits that a run at this step may still come to, this one among them. */
  waitsAhead: readonly CompiledWait[];
};

/** A wait, with what identifies it. */
export type CompiledWait = WaitAction & { key: string };

/** A graph that the engine runs. */
export interface CompiledGraph {
  /** By key. */
  steps: ReadonlyMap<string, CompiledStep>;
  /** The key of the first step; undefined: there is none. */
  first: string | undefined;
  /** One of its steps changes the contact, so its runs may cause events. */
  changesContact: boolean;
  sendsMail: boolean;
  namable: Namable;
}
