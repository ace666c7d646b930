// What a person does with a graph, at a step or at a line: add, change, rename, move, lead elsewhere, end, delete. Each act
// answers the next graph, or in a sentence why it is not done. It never makes a circle, and never leaves a step that no
// way leads to: to end a way and to delete a step remove what only they led to, because that is what one sees go; to lead a
// way elsewhere would lose steps that one has not named, so that is refused. A step of the record that nothing led to
// before stays until it is deleted. Pure.
import { STEP_KEY_MAX_LENGTH, STEPS_MAX } from '../../../../shared/contract/limits.ts';
import {
  type Connection,
  type EditedGraph,
  type EditedStep,
  type EditedTrigger,
  keysFrom,
  type Place,
  type Way,
  waysIn,
  withExplicitWays,
} from './graph.ts';
import { readingOrder } from './order.ts';
import { emptyConfig, outcomesOf, type StepType } from './step-forms.ts';

/** The result of an act. */
export interface Act {
  graph: EditedGraph;
  /** The key of the step, or of the trigger, that is to have the focus. */
  focus: string;
  /** The removed steps, in their order. */
  removed: readonly EditedStep[];
}

/** Or why it is not done: a sentence. */
export type Acted = Act | { refusal: string };

const GONE = { refusal: 'This step no longer exists.' };

/**
 * Adds a step on a way, which continues after it: after each of its outcomes, so that every contact still takes this
 * way.
 */
export function addAfter(graph: EditedGraph, { from, outcome }: Place, type: StepType): Acted {
  const way = wayAt(graph, { from, outcome });
  if (!way) return GONE;
  if (graph.steps.length + 1 >= STEPS_MAX)
    return { refusal: `An automation can have at most ${STEPS_MAX} steps, including its trigger.` };
  const key = freeKey(graph, type);
  const added = outcomesOf(type).flatMap((each) => connect({ from: key, outcome: each }, way.to));
  return finish(graph, key, {
    steps: [...graph.steps, { key, type, config: emptyConfig(type) }],
    connections: [...without(graph, way), ...connect(way, key), ...added],
  });
}

/** Changes what a step does. The structure stays. */
export function changeConfig(graph: EditedGraph, key: string, config: object): Acted {
  if (!graph.steps.some((step) => step.key === key)) return GONE;
  const steps = graph.steps.map((step) => (step.key === key ? { ...step, config } : step));
  return { graph: { ...graph, steps }, focus: key, removed: [] };
}

/** Changes what starts a run. The structure stays. */
export function changeTrigger(graph: EditedGraph, config: EditedTrigger['config']): Acted {
  const { key } = graph.trigger;
  return { graph: { ...graph, trigger: { key, config } }, focus: key, removed: [] };
}

/**
 * Gives a step, or the trigger, another key. Only connections name keys: values of waits are named by their events. For
 * the API it is another step, so its counts in the funnel begin again.
 */
export function renameKey(graph: EditedGraph, key: string, name: string): Acted {
  const keys = [graph.trigger.key, ...graph.steps.map((step) => step.key)];
  if (!keys.includes(key)) return GONE;
  if (name === '') return { refusal: 'Enter a key.' };
  if (name.length > STEP_KEY_MAX_LENGTH)
    return { refusal: `A key has at most ${STEP_KEY_MAX_LENGTH} characters.` };
  if (name !== key && keys.includes(name)) return { refusal: 'Another step has this key.' };
  const renamed = (each: string) => (each === key ? name : each);
  const trigger = { ...graph.trigger, key: renamed(graph.trigger.key) };
  const steps = graph.steps.map((step) => ({ ...step, key: renamed(step.key) }));
  const connections = graph.connections.map(({ from, to, type }) => ({
    from: renamed(from),
    to: renamed(to),
    type,
  }));
  return { graph: { trigger, steps, connections }, focus: name, removed: [] };
}

/** Changes places with the step before it. Both must be in one line: steps where branches begin or meet cannot move. */
export function moveUp(graph: EditedGraph, key: string): Acted {
  const waysTo = graph.connections.filter(({ to }) => to === key);
  const above = waysTo[0]?.from;
  if (key === graph.trigger.key || above === graph.trigger.key)
    return { refusal: 'This is already the first step.' };
  if (above === undefined) return { refusal: 'No branch leads to this step.' };
  if (waysTo.some(({ from }) => from !== above))
    return { refusal: 'Several branches meet at this step, so it cannot move before one of them.' };
  return swap(graph, above, key, key);
}

/** Changes places with the step after it, in the same way. */
export function moveDown(graph: EditedGraph, key: string): Acted {
  if (!graph.steps.some((step) => step.key === key)) return GONE;
  const line = targetsOf(graph, key);
  if (line.length > 1) return { refusal: 'Branches start at this step. Move the steps after it instead.' };
  const [below] = line;
  if (below === undefined) return { refusal: 'This is the last step of its branch.' };
  if (graph.connections.some(({ from, to }) => to === below && from !== key))
    return { refusal: 'Several branches meet at the next step, so this step cannot move after it.' };
  return swap(graph, key, below, key);
}

/** The possible targets of a way, in reading order: they must not lead to its beginning. */
export function possibleTargets(graph: EditedGraph, place: Place): string[] {
  const way = wayAt(graph, place);
  if (!way) return [];
  const ways = waysIn(graph);
  return readingOrder(graph).filter(
    (key) => key !== graph.trigger.key && key !== way.to && !keysFrom(key, ways).has(way.from),
  );
}

/** Connects a way to another step. Its former target must be on another way, too. */
export function leadTo(graph: EditedGraph, place: Place, to: string): Acted {
  const way = wayAt(graph, place);
  if (!way || !graph.steps.some(({ key }) => key === to)) return GONE;
  if (to !== way.to && !possibleTargets(graph, place).includes(to))
    return { refusal: `“${to}” leads here, so this would create a loop.` };
  const connections = [...without(graph, way), ...connect(way, to)];
  const act = finish(graph, place.from, { steps: graph.steps, connections });
  const [lost, ...others] = act.removed;
  if (!lost) return act;
  const count = others.length === 0 ? '' : ` and ${others.length} more`;
  return {
    refusal: `Nothing would lead to “${lost.key}”${count}. Delete it first, or end this branch.`,
  };
}

/** Ends runs after an outcome. The steps to which only this way led are removed. */
export function endHere(graph: EditedGraph, place: Place): Acted {
  const way = wayAt(graph, place);
  if (!way) return GONE;
  return finish(graph, place.from, { steps: graph.steps, connections: without(graph, way) });
}

/** The branches to choose from when a step is deleted; empty: there is no choice. */
export function branchesOf(graph: EditedGraph, key: string): readonly Way[] {
  const ways = (waysIn(graph).get(key) ?? []).filter(({ to }) => to !== undefined);
  return new Set(ways.map(({ to }) => to)).size > 1 ? ways : [];
}

/**
 * Deletes a step; the steps after it, or on one of its branches, move up. The steps to which only the other
 * branch led are removed with it.
 * @param kept outcome of the branch that stays; needed when `branchesOf` has some
 */
export function removeStep(graph: EditedGraph, key: string, kept?: Way['outcome']): Acted {
  if (!graph.steps.some((step) => step.key === key)) return GONE;
  if (kept === undefined && branchesOf(graph, key).length > 0)
    return { refusal: 'Choose which branch to keep.' };
  const next =
    kept === undefined
      ? targetsOf(graph, key).find((to) => to !== undefined)
      : wayAt(graph, { from: key, outcome: kept })?.to;
  const above = graph.connections.find(({ to }) => to === key)?.from ?? graph.trigger.key;
  return finish(graph, next ?? above, {
    steps: graph.steps.filter((step) => step.key !== key),
    connections: graph.connections
      .filter(({ from }) => from !== key)
      .flatMap((each) => (each.to === key ? connect({ from: each.from, outcome: each.type }, next) : [each])),
  });
}

/** Connects everything to the lower step first, and that to the upper one. */
function swap(graph: EditedGraph, upper: string, lower: string, focus: string): Acted {
  if (targetsOf(graph, upper).length > 1) return { refusal: 'This is the first step of its branch.' };
  const [after, ...others] = targetsOf(graph, lower);
  if (others.length > 0)
    return { refusal: 'Branches start here, so the previous step cannot move after this one.' };
  const waysOf = (key: string) => waysIn(graph).get(key) ?? [];
  const around = graph.connections.filter(({ from }) => from !== upper && from !== lower);
  return finish(graph, focus, {
    steps: graph.steps,
    connections: [
      ...around.map((each) => (each.to === upper ? { ...each, to: lower } : each)),
      ...waysOf(lower).flatMap((way) => connect(way, upper)),
      ...waysOf(upper).flatMap((way) => connect(way, after)),
    ],
  });
}

/** The targets of a step, each once. A way that ends counts if another does not. */
function targetsOf(graph: EditedGraph, key: string): (string | undefined)[] {
  return [...new Set((waysIn(graph).get(key) ?? []).map(({ to }) => to))];
}

function wayAt(graph: EditedGraph, { from, outcome }: Place): Way | undefined {
  return waysIn(graph)
    .get(from)
    ?.find((way) => way.outcome === outcome);
}

function connect({ from, outcome }: Place, to: string | undefined): Connection[] {
  return to === undefined ? [] : [{ from, to, type: outcome }];
}

function without({ connections }: EditedGraph, { from, outcome }: Place): Connection[] {
  return connections.filter((each) => each.from !== from || each.type !== outcome);
}

/** The type itself, or the type with the next number: as the API names a step. */
function freeKey({ trigger, steps }: EditedGraph, type: StepType): string {
  const taken = new Set([trigger.key, ...steps.map(({ key }) => key)]);
  let key: string = type;
  for (let number = 2; taken.has(key); number += 1) key = `${type}_${number}`;
  return key;
}

/** Removes what the act has lost, and puts all in reading order. */
function finish(
  before: EditedGraph,
  focus: string,
  { steps, connections }: Pick<EditedGraph, 'steps' | 'connections'>,
): Act {
  const { trigger } = before;
  const after = withExplicitWays({ trigger, steps, connections });
  const reached = keysFrom(trigger.key, waysIn(after));
  const wasReached = keysFrom(trigger.key, waysIn(before));
  const isLost = ({ key }: EditedStep) => wasReached.has(key) && !reached.has(key);
  const lost = new Set(steps.filter(isLost).map(({ key }) => key));
  const left = {
    trigger,
    steps: after.steps.filter(({ key }) => !lost.has(key)),
    connections: after.connections.filter(({ from, to }) => !lost.has(from) && !lost.has(to)),
  };
  const graph = arranged(left);
  const present = new Set(graph.steps.map(({ key }) => key));
  return { graph, focus, removed: before.steps.filter(({ key }) => !present.has(key)) };
}

function arranged(graph: EditedGraph): EditedGraph {
  const order = readingOrder(graph);
  const stepOf = new Map(graph.steps.map((step) => [step.key, step]));
  const ways = waysIn(graph);
  return {
    trigger: graph.trigger,
    steps: order.flatMap((key) => stepOf.get(key) ?? []),
    connections: order.flatMap((key) => (ways.get(key) ?? []).flatMap((way) => connect(way, way.to))),
  };
}
