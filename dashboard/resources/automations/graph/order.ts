// The order in which the steps of a graph are read, and the same as an indented outline. Each step comes after all that
// lead to it, and a branch is read to its end before the next one begins: that is the tree of dominators, depth first,
// where a step is below the last step that every way to it passes (Cooper, Harvey and Kennedy, A Simple, Fast Dominance
// Algorithm, 2001). Pure.
import { type EditedGraph, type Outcome, type Way, waysIn } from './graph.ts';

/** A step, or the trigger, in the outline. */
export interface OutlineLine {
  key: string;
  /** How far it is indented: by one for each branch that it is on. */
  depth: number;
  /** The outcome whose branch begins with it. */
  branch: Outcome | undefined;
  /** The ways that are not the next lines: they end, or continue at a step with other ways to it. */
  goesOn: readonly Way[];
}

/** All keys in reading order: the trigger first, and unreachable steps last. */
export function readingOrder(graph: EditedGraph): string[] {
  return outlineOf(graph).map(({ key }) => key);
}

/** The outline. Its lines are in reading order. */
export function outlineOf(graph: EditedGraph): OutlineLine[] {
  const ways = waysIn(graph);
  const order = topologicalOrder(graph, ways);
  const waysTo = waysByTarget(ways);
  const below = childrenOf(dominatorsOf(order, waysTo), order);
  const lines: OutlineLine[] = [];
  const read = (key: string, depth: number) => {
    const [first, another] = waysTo.get(key) ?? [];
    const branch = first && !another && ways.get(first.from)?.[1] ? first.outcome : undefined;
    const own = branch === undefined ? depth : depth + 1;
    const goesOn = (ways.get(key) ?? []).filter(
      ({ to }) => to === undefined || waysTo.get(to)?.[1] !== undefined,
    );
    lines.push({ key, depth: own, branch, goesOn });
    for (const child of below.get(key) ?? []) read(child, own);
  };
  for (const root of below.get(undefined) ?? []) read(root, 0);
  return lines;
}

/** Reverse postorder. The last way is walked first, so that the first one is first. */
function topologicalOrder(graph: EditedGraph, ways: ReadonlyMap<string, readonly Way[]>): string[] {
  const led = new Set(graph.connections.map(({ to }) => to));
  const lost = graph.steps.flatMap(({ key }) => (led.has(key) ? [] : [key]));
  const done = new Set<string>();
  const ended: string[] = [];
  const visit = (key: string) => {
    if (done.has(key)) return;
    done.add(key);
    for (const { to } of (ways.get(key) ?? []).toReversed()) if (to !== undefined) visit(to);
    ended.push(key);
  };
  for (const root of [graph.trigger.key, ...lost].toReversed()) visit(root);
  return ended.toReversed();
}

function waysByTarget(ways: ReadonlyMap<string, readonly Way[]>): Map<string, Way[]> {
  const byTarget = new Map<string, Way[]>();
  for (const way of [...ways.values()].flat())
    if (way.to !== undefined) byTarget.set(way.to, [...(byTarget.get(way.to) ?? []), way]);
  return byTarget;
}

/** The place in the order of what dominates each key; -1: nothing does. Without circles one pass is enough. */
function dominatorsOf(order: readonly string[], waysTo: ReadonlyMap<string, readonly Way[]>): number[] {
  const placeOf = new Map(order.map((key, place) => [key, place]));
  const dominators: number[] = [];
  const above = (place: number) => dominators[place] ?? -1;
  const meet = (one: number, other: number): number => {
    if (one === other) return one;
    return one > other ? meet(above(one), other) : meet(one, above(other));
  };
  for (const key of order) {
    const from = (waysTo.get(key) ?? []).map((way) => placeOf.get(way.from) ?? -1);
    dominators.push(from.length === 0 ? -1 : from.reduce(meet));
  }
  return dominators;
}

function childrenOf(dominators: readonly number[], order: readonly string[]) {
  const below = new Map<string | undefined, string[]>();
  for (const [place, key] of order.entries()) {
    const dominator = order[dominators[place] ?? -1];
    below.set(dominator, [...(below.get(dominator) ?? []), key]);
  }
  return below;
}
