// Adds, changes and removes single steps of a graph. Whether the graph can run is checked when its automation is enabled,
// so between two edits there may be unreachable steps.
import { cannotBeChanged, DomainError, notFound } from '../../../../../contract/domain-error.ts';
import { STEP_KEY_MAX_LENGTH, STEPS_MAX } from '../../../../../contract/limits.ts';
import type { Ids } from '../../../../../platform/time/ids.ts';
import { readConfig } from '../../step-types/step-types.ts';
import { type Connection, type Graph, type GraphStep, type StepType, TRIGGER_KEY } from '../graph.ts';
import { fieldOf, type GivenFields, optionalText, refuseField, requireFields } from './fields.ts';
import { type AutomationGraph, checkSize, type ReadGraph } from './read-graph.ts';
import { KEY_OF_TRIGGER, makeStep, readStepType, TOO_MANY_STEPS } from './read-steps.ts';

/** A graph with a step that was added or changed. */
export interface EditedGraph extends ReadGraph {
  step: GraphStep;
}

/**
 * Finds a step by its id or its key.
 * @throws DomainError `not_found`; `validation_error` for the trigger, which is not a step of the graph
 */
export function requireStep({ graph, triggerKey }: AutomationGraph, idOrKey: string): GraphStep {
  const { steps } = graph;
  const found =
    steps.find(({ id }) => id === idOrKey.toLowerCase()) ?? steps.find(({ key }) => key === idOrKey);
  if (found) return found;
  if (idOrKey !== (triggerKey ?? TRIGGER_KEY)) throw notFound('Step');
  throw new DomainError(
    'validation_error',
    'The trigger cannot be changed or deleted as a step. Use PATCH /automations/:id.',
  );
}

/** Adds a step after the one of the highest position. @param given the body @throws DomainError as readGraph */
export function appendStep(automation: AutomationGraph, given: unknown, ids: Ids): EditedGraph {
  const { steps, connections } = automation.graph;
  const body = requireFields(given, '');
  const type = readStepType(body, '');
  if (type === 'trigger')
    throw refuseField('type', 'must not be trigger: the automation already has a trigger');
  if (steps.length + 1 >= STEPS_MAX) throw refuseField('steps', TOO_MANY_STEPS);
  const key = readKey(body, automation) ?? freeKey(type, automation);
  const config = readConfig(type, fieldOf(body, 'config'), 'config');
  const step = makeStep({ id: ids.next(), key, type, position: steps.length + 1, config });
  const last = steps.at(-1)?.key ?? automation.triggerKey ?? TRIGGER_KEY;
  const hasDefault = connections.some((each) => each.from === last && each.type === 'default');
  const added: Connection[] = hasDefault ? [] : [{ from: last, to: key, type: 'default' }];
  return edited(automation, { steps: [...steps, step], connections: [...connections, ...added] }, step);
}

/** Changes the key or the config of a step. @param given the body @throws DomainError as readGraph */
export function replaceStep(automation: AutomationGraph, former: GraphStep, given: unknown): EditedGraph {
  const body = requireFields(given, '');
  if ((fieldOf(body, 'type') ?? former.type) !== former.type) throw cannotBeChanged('type');
  const key = readKey(body, automation, former.key) ?? former.key;
  const config = fieldOf(body, 'config');
  const step = makeStep({
    ...former,
    key,
    config: config === undefined ? former.config : readConfig(former.type, config, 'config'),
  });
  const renamed = (name: string) => (name === former.key ? key : name);
  const graph = {
    steps: automation.graph.steps.map((each) => (each.id === former.id ? step : each)),
    connections: automation.graph.connections.map(({ from, to, type }) => ({
      from: renamed(from),
      to: renamed(to),
      type,
    })),
  };
  return edited(automation, graph, step);
}

/**
 * Removes a step. Connections to it then lead to its `default` successor; without one, the way ends there.
 * @throws DomainError `validation_error` for a step with several connections to others
 */
export function removeStep({ graph }: AutomationGraph, removed: GraphStep): Graph {
  const { key } = removed;
  const out = graph.connections.filter(({ from }) => from === key);
  if (out.length > 1)
    throw new DomainError(
      'validation_error',
      `The step ${JSON.stringify(key)} has ${out.length} outgoing connections, so it cannot be deleted alone. Change \`steps\` and \`connections\` with PATCH /automations/:id.`,
    );
  const successor = out.find(({ type }) => type === 'default')?.to;
  return {
    steps: graph.steps
      .filter(({ id }) => id !== removed.id)
      .map((step, index) => makeStep({ ...step, position: index + 1 })),
    connections: graph.connections.flatMap((each): Connection[] => {
      if (each.from === key) return [];
      if (each.to !== key) return [each];
      return successor === undefined ? [] : [{ ...each, to: successor }];
    }),
  };
}

function edited(automation: AutomationGraph, graph: Graph, step: GraphStep): EditedGraph {
  const { trigger, triggerKey, triggerConfig } = automation;
  const written = new Map([[step.key, '']]);
  return { trigger, triggerKey, triggerConfig, graph: checkSize(graph), written, step };
}

/** @param own the key that the step has so far @returns undefined when none is given */
function readKey(
  body: GivenFields,
  { triggerKey, graph }: AutomationGraph,
  own?: string,
): string | undefined {
  const key = optionalText(body, 'key', '', STEP_KEY_MAX_LENGTH);
  if (key === undefined || key === own) return key;
  if (key === (triggerKey ?? TRIGGER_KEY)) throw refuseField('key', KEY_OF_TRIGGER);
  const other = graph.steps.find((step) => step.key === key);
  if (other) throw refuseField('key', `is also the key of the step ${other.id}`);
  return key;
}

/** The type itself, or the type with the next number. */
function freeKey(type: StepType, { triggerKey, graph }: AutomationGraph): string {
  const taken = new Set([triggerKey ?? TRIGGER_KEY, ...graph.steps.map(({ key }) => key)]);
  let key: string = type;
  for (let number = 2; taken.has(key); number += 1) key = `${type}_${number}`;
  return key;
}
