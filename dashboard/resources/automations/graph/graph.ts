// The graph of an automation as a person edits it: its trigger, its steps and how they lead to each other. It is made of
// the record and written as PATCH /automations/:id takes it (docs/reference/automation-steps.md). Steps here have one way
// on, or one for each of two outcomes; what acts do with them is in acts.ts. Pure.
import { SCHEDULE_TRIGGER } from '../../../../shared/contract/automations/values.ts';
import type { Automation, UpdateAutomationBody } from '../../../api/generated/types.ts';
import { outcomesOf, type StepType } from './step-forms.ts';

/** A connection from a step to another one, after an outcome. */
export type Connection = Automation['connections'][number];
/** The outcome of a step; `default` if there is only one way on. */
export type Outcome = Connection['type'];

/** The trigger of a run. `at` and `timezone` belong to the scheduled trigger. */
export interface EditedTrigger {
  /** The key by which connections name the trigger. */
  key: string;
  config: { event_name: string; at?: string; timezone?: string };
}

/** A step that a run executes. Its config may be unfinished. */
export interface EditedStep {
  key: string;
  type: StepType;
  config: object;
}

/** A graph. It is JSON, so that a draft can keep it. */
export interface EditedGraph {
  trigger: EditedTrigger;
  /** The steps, in reading order (order.ts) once an act has changed them. */
  steps: readonly EditedStep[];
  connections: readonly Connection[];
}

/** The place of an act: a step or the trigger, and one of its outcomes. */
export interface Place {
  from: string;
  outcome: Outcome;
}

/** A way on from a step. */
export interface Way extends Place {
  /** Undefined: the run ends. */
  to: string | undefined;
}

/** The graph of a record. A trigger without a step has the key `trigger`, as the record shows it. */
export function graphOf({ steps, connections, trigger, trigger_config }: GraphRecord): EditedGraph {
  const first = steps.find(({ type }) => type === 'trigger');
  return withExplicitWays({
    trigger: { key: first?.key ?? 'trigger', config: { event_name: trigger, ...trigger_config } },
    steps: steps.flatMap(({ key, type, config }) =>
      type === 'trigger' ? [] : [{ key, type, config: config ?? {} }],
    ),
    connections,
  });
}

type GraphRecord = Pick<Automation, 'steps' | 'connections' | 'trigger' | 'trigger_config'>;

/** The graph in a PATCH: all of its fields, so that no part of the stored one remains. */
export function graphBody({ trigger, steps, connections }: EditedGraph): GraphBody {
  const { event_name, at = '', timezone = '' } = trigger.config;
  const first = { key: trigger.key, type: 'trigger', config: { event_name } };
  return {
    trigger: event_name,
    trigger_config: event_name === SCHEDULE_TRIGGER ? { at, timezone } : null,
    // The type of a step belongs to its config, which TypeScript cannot follow.
    steps: [first, ...steps] as NonNullable<UpdateAutomationBody['steps']>,
    connections: [...connections],
  };
}

type GraphBody = Required<Pick<UpdateAutomationBody, 'trigger' | 'trigger_config' | 'steps' | 'connections'>>;

/** The ways on from each step and from the trigger, by key: those that end, too, in the order of the outcomes. */
export function waysIn({ trigger, steps, connections }: EditedGraph): ReadonlyMap<string, readonly Way[]> {
  const targets = targetsIn(connections);
  const waysOf = (from: string, outcomes: readonly Outcome[]): [string, Way[]] => {
    const to = targets.get(from);
    const all = to?.has('default') ? [...new Set<Outcome>([...outcomes, 'default'])] : outcomes;
    return [from, all.map((outcome) => ({ from, outcome, to: to?.get(outcome) }))];
  };
  return new Map([
    waysOf(trigger.key, ['default']),
    ...steps.map(({ key, type }) => waysOf(key, outcomesOf(type))),
  ]);
}

/** The keys that can be reached from a step, including itself. */
export function keysFrom(start: string, ways: ReadonlyMap<string, readonly Way[]>): Set<string> {
  const found = new Set([start]);
  for (const key of found) for (const { to } of ways.get(key) ?? []) if (to !== undefined) found.add(to);
  return found;
}

/**
 * The same graph with a connection for each outcome: one without a connection follows `default`, which would change its
 * meaning with the first edit. A `default` that is never followed stays, for it may be all that leads to a step.
 */
export function withExplicitWays(graph: EditedGraph): EditedGraph {
  const targets = targetsIn(graph.connections);
  const filled = graph.steps.flatMap(({ key, type }): Connection[] => {
    const to = targets.get(key)?.get('default');
    const open = outcomesOf(type).filter((outcome) => !targets.get(key)?.has(outcome));
    return to === undefined ? [] : open.map((outcome) => ({ from: key, to, type: outcome }));
  });
  const replaced = new Set(filled.map(({ from }) => from));
  const kept = graph.connections.filter(({ from, type }) => type !== 'default' || !replaced.has(from));
  return filled.length === 0 ? graph : { ...graph, connections: [...kept, ...filled] };
}

function targetsIn(connections: readonly Connection[]): Map<string, Map<Outcome, string>> {
  const targets = new Map<string, Map<Outcome, string>>();
  for (const { from, to, type } of connections)
    targets.set(from, (targets.get(from) ?? new Map<Outcome, string>()).set(type, to));
  return targets;
}
