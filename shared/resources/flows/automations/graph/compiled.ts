// The form of a graph that the engine runs (compile.ts makes it). The engine knows four things that a step can do; which
// of them a type of step does, and how, is said by the file of the type (step-types/).
import type { ConnectionType, StepType } from './graph.ts';
import type { RunRules } from './rule-fields.ts';
import type { Namable, RunValues } from './variables.ts';

/** The action of a step. */
export type CompiledAction = PauseAction | WaitAction | BranchAction | EffectAction;

/** A wait for a time. */
export interface PauseAction {
  kind: 'pause';
  durationMs: number;
}

/** A wait for an event. */
export interface WaitAction {
  kind: 'wait';
  eventName: string;
  timeoutMs: number;
  filter: RunRules | undefined;
  /** Whether it counts events since the run started, instead of since its last pause. */
  sinceStart: boolean;
}

/** A choice of the outcome after which the run continues. */
export interface BranchAction {
  kind: 'branch';
  choose(values: RunValues): ConnectionType;
}

/** An act outside of the run. */
export interface EffectAction {
  kind: 'effect';
  /** @param resolve puts what references read in their place */
  effectOf(resolve: Resolve): Effect;
  /** Whether no contact is left afterwards for further steps. */
  endsRun: boolean;
}

/** Puts what references read in their place, in a value and below it. */
export type Resolve = (value: unknown) => unknown;

/**
 * The act of a step outside of its run, with all values filled in; the type of the step defines how a worker and a
 * simulation carry it out. A value whose reference has no value is undefined or left out.
 */
export type Effect = { readonly type: StepType } & Readonly<Record<string, unknown>>;

/** A step that the engine runs. */
export type CompiledStep<Action extends CompiledAction = CompiledAction> = Action & {
  id: string;
  key: string;
  /** Outcome → key of the next step. */
  next: ReadonlyMap<ConnectionType, string>;
  /** The waits that a run at this step may still reach, including this one. */
  waitsAhead: readonly CompiledWait[];
};

/** A wait, with what identifies it. */
export type CompiledWait = WaitAction & { key: string };

/** A graph that the engine runs. */
export interface CompiledGraph {
  /** The steps by key. */
  steps: ReadonlyMap<string, CompiledStep>;
  /** The key of the first step; undefined: there is none. */
  first: string | undefined;
  /** One of its steps changes the contact, so its runs may cause events. */
  changesContact: boolean;
  sendsMail: boolean;
  namable: Namable;
}
