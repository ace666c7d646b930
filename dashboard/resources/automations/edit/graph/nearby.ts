// Where the arrows lead in a graph: along its lines, and from one branch to the next one. Pure.
import { type EditedGraph, type Way, waysIn } from '../../graph/graph.ts';
import { readingOrder } from '../../graph/order.ts';

/** @returns the key of the step that a key of the keyboard leads to; undefined: there is none, or it leads nowhere */
export function keyAfter(graph: EditedGraph, from: string, pressed: string): string | undefined {
  const ways = waysIn(graph);
  switch (pressed) {
    case 'ArrowDown':
      return ways.get(from)?.find(({ to }) => to !== undefined)?.to;
    case 'ArrowUp':
      return wayTo(ways, from)?.from;
    case 'ArrowLeft':
      return besides(ways, from, -1);
    case 'ArrowRight':
      return besides(ways, from, 1);
    case 'Home':
      return graph.trigger.key;
    case 'End':
      return readingOrder(graph).at(-1);
    default:
      return undefined;
  }
}

type Ways = ReadonlyMap<string, readonly Way[]>;

function wayTo(ways: Ways, key: string): Way | undefined {
  return [...ways.values()].flat().find(({ to }) => to === key);
}

/** The next branch of the step where this one begins, or of one above it. */
function besides(ways: Ways, from: string, by: number): string | undefined {
  for (let way = wayTo(ways, from); way; way = wayTo(ways, way.from)) {
    const branches = (ways.get(way.from) ?? []).flatMap(({ to }) => to ?? []);
    const next = branches[branches.indexOf(way.to ?? '') + by];
    if (next !== undefined && next !== way.to) return next;
  }
  return undefined;
}
