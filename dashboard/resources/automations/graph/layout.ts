// Where the boxes of a graph are and how the lines between them run: the API knows no coordinates. Dagre needs up to 140 ms
// of CPU for 150 steps, so a layout is made of the structure alone, as a text that stays the same while only configs
// change: what depends on the text is made again when it does. Pure.
import { Graph, layout, type Point } from '@dagrejs/dagre';
import { type EditedGraph, type Way, waysIn } from './graph.ts';
import { readingOrder } from './order.ts';

/** A layout. All places are in pixels from the upper left corner of the drawing. */
export interface GraphLayout {
  width: number;
  height: number;
  /** The boxes by key: the upper left corner of each. */
  boxes: ReadonlyMap<string, Point>;
  /** The lines in the order of the boxes. A line without a target step ends at its last point. */
  lines: readonly LayoutLine[];
}

/** A line. */
export interface LayoutLine extends Way {
  points: readonly Point[];
  /** The middle of the space for its words and its `+`. */
  middle: Point;
}

/** The space of a box, and on a line. */
export interface LayoutSizes {
  box: { width: number; height: number };
  line: { width: number; height: number };
}

const MARGIN = 16;
/** Between boxes of a row, and from one row to the next one, half of it above the middle of a line. */
const GAPS = { nodesep: 32, edgesep: 16, ranksep: 24 };

/** The input of a layout: keys in reading order, and ways. */
export function structureOf(graph: EditedGraph): string {
  const ways = waysIn(graph);
  return JSON.stringify(readingOrder(graph).map((key) => [key, ways.get(key) ?? []]));
}

/** Makes a layout. @param structure of `structureOf` */
export function layoutOf(structure: string, { box, line }: LayoutSizes): GraphLayout {
  const steps = JSON.parse(structure) as [key: string, ways: Way[]][];
  // Names of nodes are numbers, so that a key may be anything.
  const nodeOf = new Map(steps.map(([key], index) => [key, `${index}`]));
  const graph = new Graph({ multigraph: true });
  graph.setGraph({ rankdir: 'TB', marginx: MARGIN, marginy: MARGIN, ...GAPS });
  for (const node of nodeOf.values()) graph.setNode(node, { ...box });
  const ways = steps.flatMap(([, each]) => each);
  const met = new Map(ways.map(({ to }) => [to, ways.filter((way) => way.to === to).length]));
  const edges = ways.map((way, index) => {
    const to = nodeOf.get(way.to ?? '') ?? `end-${index}`;
    if (!graph.hasNode(to)) graph.setNode(to, { width: line.width, height: 0 });
    const edge = { v: nodeOf.get(way.from) ?? '', w: to, name: `${index}` };
    // What meets others may be long, so that all else is near to where it begins.
    graph.setEdge(edge, { ...line, labelpos: 'c', weight: (met.get(way.to) ?? 0) > 1 ? 1 : 2 });
    return { way, edge };
  });
  // In the order of the ways: the first branch is on the left, and stays there whatever is done below it.
  layout(graph, { disableOptimalOrderHeuristic: true });
  const { width = 0, height = 0 } = graph.graph();
  const boxes = [...nodeOf].map(([key, node]): [string, Point] => {
    const { x, y } = graph.node(node);
    return [key, { x: x - box.width / 2, y: y - box.height / 2 }];
  });
  const placed = new Map(boxes);
  const lines = edges.map(({ way, edge }): LayoutLine => {
    const { points, x, y } = graph.edge(edge);
    return {
      ...way,
      points: fromAndTo(points, placed.get(way.from), placed.get(way.to ?? ''), box),
      middle: { x, y },
    };
  });
  return { width, height, boxes: placed, lines };
}

/** A line leaves a box below and arrives above, even if the layout would let it arrive from the side. */
function fromAndTo(
  points: readonly Point[],
  from: Point | undefined,
  to: Point | undefined,
  { width, height }: LayoutSizes['box'],
): Point[] {
  const within = (x: number, left: number) => Math.min(Math.max(x, left + MARGIN), left + width - MARGIN);
  return points.map(({ x, y }, index) => {
    if (index === 0 && from) return { x: within(x, from.x), y: from.y + height };
    if (index === points.length - 1 && to) return { x: within(x, to.x), y: to.y };
    return { x, y };
  });
}
