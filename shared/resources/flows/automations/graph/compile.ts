// Makes of a stored graph what the engine runs: what each step does, the way on from it, and which waits are still ahead.
// The graph was checked when it was written, so a fault here is a bug.
import { changesContact, compileStep, MAILING_TYPES, namesInStep } from '../step-types/step-types.ts';
import type { CompiledAction, CompiledGraph, CompiledStep, CompiledWait } from './compiled.ts';
import { type ConnectionType, type Graph, type GraphStep, type GraphVersion, TRIGGER_KEY } from './graph.ts';
import type { Namable } from './variables.ts';

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
  const actions = new Map(graph.steps.map((step) => [step.key, compileStep(step, namable)]));
  const waitsAhead = findWaitsAhead(actions, nextOf);
  const steps = graph.steps.map(({ id, key }): [string, CompiledStep] => {
    const action = actions.get(key) as CompiledAction;
    const next = nextOf.get(key) ?? new Map();
    return [key, { ...action, id, key, next, waitsAhead: waitsAhead(key) }];
  });
  return {
    steps: new Map(steps),
    first: nextOf.get(triggerKey ?? TRIGGER_KEY)?.get('default'),
    changesContact: graph.steps.some(({ type }) => changesContact(type)),
    sendsMail: graph.steps.some(({ type }) => MAILING_TYPES.includes(type)),
    namable,
  };
}

/** The events for which a graph waits. */
export function waitNamesOf({ steps }: { steps: readonly GraphStep[] }): ReadonlySet<string> {
  return new Set(steps.flatMap((step) => namesInStep(step).events ?? []));
}

function connectionsOf({ connections }: Graph): Map<string, Map<ConnectionType, string>> {
  const nextOf = new Map<string, Map<ConnectionType, string>>();
  for (const { from, to, type } of connections) {
    const next = nextOf.get(from) ?? new Map();
    nextOf.set(from, next.set(type, to));
  }
  return nextOf;
}

/** The waits of each step and of all steps after it. Steps with several ways to them are visited once. */
function findWaitsAhead(
  actions: ReadonlyMap<string, CompiledAction>,
  nextOf: ReadonlyMap<string, ReadonlyMap<ConnectionType, string>>,
): (key: string) => readonly CompiledWait[] {
  const found = new Map<string, readonly CompiledWait[]>();
  const find = (key: string): readonly CompiledWait[] => {
    const known = found.get(key);
    if (known) return known;
    const action = actions.get(key);
    const own = action?.kind === 'wait' ? [{ ...action, key }] : [];
    const later = [...(nextOf.get(key)?.values() ?? [])].flatMap(find);
    const waits = [...new Map([...own, ...later].map((wait) => [wait.key, wait])).values()];
    found.set(key, waits);
    return waits;
  };
  return find;
}
