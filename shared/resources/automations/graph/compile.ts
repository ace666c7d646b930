// Makes of a stored graph what the engine runs: durations in milliseconds, typed rules, the way on from each step, and
// which waits are still ahead. The graph was checked when it was written, so a fault here is a bug.
import { DURATION_MAX_DAYS } from '../../../contract/limits.ts';
import { DAY_MS } from '../../../platform/time/durations.ts';
import { typeRules } from '../../rules/type-check.ts';
import { parseDuration } from './durations.ts';
import {
  type ConnectionType,
  type Graph,
  type GraphStep,
  type GraphVersion,
  type StepConfigs,
  TRIGGER_KEY,
} from './graph.ts';
import { type RunRules, ruleFieldsOf } from './rule-fields.ts';
import type { Namable } from './variables.ts';

/** What a step of each type does, as the engine runs it. */
export type CompiledAction =
  | { type: 'delay'; durationMs: number }
  | WaitAction
  | { type: 'condition'; rule: RunRules }
  | { type: 'send_email'; config: StepConfigs['send_email'] }
  | { type: 'contact_update'; config: StepConfigs['contact_update'] }
  | { type: 'contact_delete' }
  | { type: 'add_to_segment'; segmentId: string };

/** A wait for an event. */
export interface WaitAction {
  type: 'wait_for_event';
  eventName: string;
  timeoutMs: number;
  filter: RunRules | undefined;
  /** It counts events since the run started, and not since its last pause. */
  sinceStart: boolean;
}

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
  namable: Namable;
}

/** Compiles a graph. @throws an error when it is not valid */
export function compileGraph(
  version: Pick<GraphVersion, 'graph' | 'properties' | 'triggerKey'>,
): CompiledGraph {
  const { graph, triggerKey } = version;
  const namable: Namable = {
    properties: new Map(
      version.properties.map(([key, number, type, fallbackValue]) => [key, { number, type, fallbackValue }]),
    ),
    waitNames: waitNamesOf(graph),
  };
  const nextOf = connectionsOf(graph);
  const actions = new Map(graph.steps.map((step) => [step.key, compileAction(step, namable)]));
  const waitsAhead = findWaitsAhead(actions, nextOf);
  const steps = graph.steps.map(({ id, key }): [string, CompiledStep] => {
    const action = actions.get(key) as CompiledAction;
    const next = nextOf.get(key) ?? new Map();
    return [key, { ...action, id, key, next, waitsAhead: waitsAhead(key) }];
  });
  return { steps: new Map(steps), first: nextOf.get(triggerKey ?? TRIGGER_KEY)?.get('default'), namable };
}

/** The events for which a graph waits. */
export function waitNamesOf({ steps }: { steps: readonly GraphStep[] }): ReadonlySet<string> {
  return new Set(steps.flatMap((step) => (step.type === 'wait_for_event' ? [step.config.event_name] : [])));
}

function connectionsOf({ connections }: Graph): Map<string, Map<ConnectionType, string>> {
  const nextOf = new Map<string, Map<ConnectionType, string>>();
  for (const { from, to, type } of connections) {
    const next = nextOf.get(from) ?? new Map();
    nextOf.set(from, next.set(type, to));
  }
  return nextOf;
}

function compileAction(step: GraphStep, namable: Namable): CompiledAction {
  switch (step.type) {
    case 'delay':
      return { type: step.type, durationMs: durationOf(step.config.duration) };
    case 'wait_for_event':
      return compileWait(step.config, namable);
    case 'condition':
      return { type: step.type, rule: typeRules(step.config, 'config', ruleFieldsOf(namable)) };
    case 'add_to_segment':
      return { type: step.type, segmentId: step.config.segment_id };
    case 'contact_delete':
      return { type: step.type };
    case 'send_email':
      return { type: step.type, config: step.config };
    case 'contact_update':
      return { type: step.type, config: step.config };
  }
}

function compileWait(config: StepConfigs['wait_for_event'], namable: Namable): WaitAction {
  const { event_name: eventName, timeout, filter_rule: filter, since } = config;
  return {
    type: 'wait_for_event',
    eventName,
    timeoutMs: timeout === undefined ? DURATION_MAX_DAYS * DAY_MS : durationOf(timeout),
    filter: filter && typeRules(filter, 'config.filter_rule', ruleFieldsOf(namable)),
    sinceStart: since === 'run_start',
  };
}

function durationOf(text: string): number {
  const milliseconds = parseDuration(text);
  if (milliseconds === undefined) throw new Error(`A stored graph has the duration ${JSON.stringify(text)}.`);
  return milliseconds;
}

/** The waits of each step and of all steps after it. Steps that several ways lead to are looked at once. */
function findWaitsAhead(
  actions: ReadonlyMap<string, CompiledAction>,
  nextOf: ReadonlyMap<string, ReadonlyMap<ConnectionType, string>>,
): (key: string) => readonly CompiledWait[] {
  const found = new Map<string, readonly CompiledWait[]>();
  const find = (key: string): readonly CompiledWait[] => {
    const known = found.get(key);
    if (known) return known;
    const action = actions.get(key);
    const own = action?.type === 'wait_for_event' ? [{ ...action, key }] : [];
    const later = [...(nextOf.get(key)?.values() ?? [])].flatMap(find);
    const waits = [...new Map([...own, ...later].map((wait) => [wait.key, wait])).values()];
    found.set(key, waits);
    return waits;
  };
  return find;
}
