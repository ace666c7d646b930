// Where the arrows lead in a graph: up and down along its lines, left and right through all steps in their order. Pure.
import { type EditedGraph, waysIn } from '../../graph/graph.ts';
import { readingOrder } from '../../graph/order.ts';

/** @returns the key of the step that a key of the keyboard selects; undefined: there is none */
export function keyAfter(graph: EditedGraph, from: string, pressed: string): string | undefined {
  const ways = [...waysIn(graph).values()].flat();
  const order = readingOrder(graph);
  switch (pressed) {
    case 'ArrowDown':
      return ways.find((way) => way.from === from && way.to !== undefined)?.to;
    case 'ArrowUp':
      return ways.find(({ to }) => to === from)?.from;
    case 'ArrowLeft':
      return order[order.indexOf(from) - 1];
    case 'ArrowRight':
      return order[order.indexOf(from) + 1];
    case 'Home':
      return order[0];
    case 'End':
      return order.at(-1);
    default:
      return undefined;
  }
}
