// The graph of an automation that is edited: whatever is done, the API accepts it or its fault is named, all of it can be
// undone, it is read in an order in which nothing comes before what leads to it, and no two boxes overlap.
import { expect } from 'chai';
import { changeConfig, changeTrigger, endHere } from '../../dashboard/resources/automations/graph/acts.ts';
import { faultyStep, graphFaults } from '../../dashboard/resources/automations/graph/faults.ts';
import {
  type EditedGraph,
  graphBody,
  graphOf,
  type Way,
  waysIn,
} from '../../dashboard/resources/automations/graph/graph.ts';
import {
  beginHistory,
  doneIn,
  type History,
  redoIn,
  undoIn,
} from '../../dashboard/resources/automations/graph/history.ts';
import { layoutOf, structureOf } from '../../dashboard/resources/automations/graph/layout.ts';
import { outlineOf, readingOrder } from '../../dashboard/resources/automations/graph/order.ts';
import { outcomesOf } from '../../dashboard/resources/automations/graph/step-forms.ts';
import { EXECUTABLE_STEP_TYPES } from '../../shared/contract/automations/values.ts';
import { DomainError } from '../../shared/contract/domain-error.ts';
import { createIds } from '../../shared/platform/time/ids.ts';
import { readGraph } from '../../shared/resources/flows/automations/graph/reading/read-graph.ts';
import { outcomesOf as outcomesOfApi } from '../../shared/resources/flows/automations/step-types/step-types.ts';
import { extent, SEED } from '../support/extent.ts';
import { createRandom, pick } from '../support/random.ts';
import { ACTS, ANY_FIELDS, largestGraph, someRecords } from './edited-graphs.ts';

const GRAPHS = extent('EDITED_GRAPHS', 1_000, 10_000);
const ACTS_OF_EACH = 20;
const NOW = new Date('2026-11-20T12:00:00Z');
const ids = createIds({ now: () => NOW });
const SIZES = { box: { width: 240, height: 64 }, line: { width: 96, height: 24 } };

/** A graph at random and what was done with it: the states, the first one first, and the history. */
function editedAtRandom(first: EditedGraph, seed: number) {
  const random = createRandom(seed);
  const states = [first];
  let history: History = beginHistory(first);
  for (let done = 0; done < ACTS_OF_EACH; ) {
    const [name, act] = pick(random, Object.entries(ACTS));
    const acted = act(history.present, random);
    if ('refusal' in acted) {
      expect(acted.refusal).to.match(/^\S.*\.$/);
      continue;
    }
    done += 1;
    const { present } = history;
    const [before, after] = [present, acted.graph].map((graph) => new Set(graph.steps.map(({ key }) => key)));
    const gone = name === 'rename' ? [] : [...(before ?? [])].filter((key) => !after?.has(key));
    expect(acted.removed.map(({ key }) => key)).to.deep.equal(gone);
    expect([...(after ?? []), acted.graph.trigger.key]).to.include(acted.focus);
    history = doneIn(history, acted.graph, name);
    states.push(acted.graph);
  }
  return { states, history };
}

/** Graphs at random and what was done with them. */
let edited: readonly (ReturnType<typeof editedAtRandom> & { seed: number })[];
/** How the API refuses a graph. */
function refusalOf(graph: EditedGraph): DomainError | undefined {
  try {
    readGraph(graphBody(graph), { ids, now: NOW });
    return undefined;
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
}

/** What ways lead to. */
function reachedBy(ways: readonly Way[], roots: readonly string[]): Set<string> {
  const reached = new Set(roots);
  for (const key of reached)
    for (const { from, to } of ways) if (from === key && to !== undefined) reached.add(to);
  return reached;
}

const allWays = (graph: EditedGraph) => [...waysIn(graph).values()].flat();

/** What no way leads to. */
function lostIn(graph: EditedGraph): string[] {
  const reached = reachedBy(allWays(graph), [graph.trigger.key]);
  return graph.steps.flatMap(({ key }) => (reached.has(key) ? [] : [key]));
}

const each = (check: (graph: EditedGraph, what: string) => void, list = edited) => {
  for (const { states, seed } of list)
    for (const [at, graph] of states.entries()) check(graph, `seed ${seed}, state ${at}`);
};

describe('An edited graph', () => {
  before(() => {
    edited = someRecords(GRAPHS, SEED).map((record, index) => ({
      seed: SEED + index,
      ...editedAtRandom(graphOf(record), SEED + index),
    }));
  });

  it('knows the outcomes of each type as the API does', () => {
    for (const type of EXECUTABLE_STEP_TYPES)
      expect(new Set([...outcomesOf(type), 'default']), type).to.deep.equal(new Set(outcomesOfApi(type)));
  });

  it('is one that the API accepts, or has its fault named at its step', () => {
    const counts = { accepted: 0, refused: 0 };
    each((graph, what) => {
      const faults = graphFaults(graph, ANY_FIELDS);
      const refusal = refusalOf(graph);
      // The API would make connections where there are none.
      if (graph.steps.length > 0 && graph.connections.length === 0) {
        expect(faults, what).not.to.deep.equal([]);
        return;
      }
      expect(faults.length > 0, `${what}: ${refusal?.message ?? JSON.stringify(faults)}`).to.equal(
        refusal !== undefined,
      );
      counts[refusal ? 'refused' : 'accepted'] += 1;
      if (!refusal) return;
      const place = faultyStep(graph, refusal.field ?? '');
      expect(place, `${what}: ${refusal.message}`).not.to.equal(undefined);
      expect(
        faults.map(({ key }) => key),
        `${what}: ${refusal.message}`,
      ).to.include(place?.key);
    });
    expect(counts.accepted).to.be.above(GRAPHS);
    expect(counts.refused).to.be.above(GRAPHS);
  });

  it('has no step that no way leads to, unless its record had one', () => {
    const whole = edited.filter(({ states: [first] }) => first && lostIn(first).length === 0);
    expect(whole.length).to.be.above(GRAPHS / 4);
    each((graph, what) => expect(lostIn(graph), what).to.deep.equal([]), whole);
  });

  it('is the first one when all is undone, and the last one when all is done again', () => {
    for (const { states, history } of edited) {
      let present = history;
      for (let next: History | undefined = present; next; next = undoIn(present)) present = next;
      expect(present.present).to.equal(states[0]);
      for (let next: History | undefined = present; next; next = redoIn(present)) present = next;
      expect(present).to.deep.equal(history);
    }
  });

  it('is read from the trigger on, each step after all that lead to it', () => {
    each((graph, what) => {
      const order = readingOrder(graph);
      const keys = [graph.trigger, ...graph.steps].map(({ key }) => key);
      expect(new Set(order), what).to.deep.equal(new Set(keys));
      expect([order.length, order[0]], what).to.deep.equal([keys.length, graph.trigger.key]);
      const placeOf = new Map(order.map((key, place) => [key, place]));
      const early = graph.connections.filter(
        ({ from, to }) => (placeOf.get(from) ?? 0) >= (placeOf.get(to) ?? 0),
      );
      expect(early, what).to.deep.equal([]);
    });
  });

  it('is indented by one for each branch that a step is on, and a branch is read to its end', () => {
    for (const { states, seed } of edited) {
      const graph = states.at(-1) as EditedGraph;
      const lines = outlineOf(graph);
      const branches = branchesOfEach(graph);
      expect(
        lines.map(({ key, depth }) => [key, depth]),
        `seed ${seed}`,
      ).to.deep.equal(lines.map(({ key }) => [key, branches.get(key)?.length]));
      for (const branch of new Set([...branches.values()].flat())) {
        const within = lines.map(({ key }) => branches.get(key)?.includes(branch) ?? false);
        expect(within.slice(within.indexOf(true), within.lastIndexOf(true)), `seed ${seed}`).not.to.include(
          false,
        );
      }
    }
  });

  it('is drawn without two boxes that overlap, in or out of a line of 150 steps and 40 branches', () => {
    const drawn = edited.map(({ states, seed }) => [states.at(-1) as EditedGraph, `seed ${seed}`] as const);
    const largest = (['line', 'branches'] as const).map((form) => [largestGraph(form), form] as const);
    for (const [graph, what] of [...drawn, ...largest]) {
      const { boxes, lines, width, height } = layoutOf(structureOf(graph), SIZES);
      expect([...boxes.keys()], what).to.deep.equal(readingOrder(graph));
      expect(lines.length, what).to.equal(allWays(graph).length);
      const free = [
        ...[...boxes.values()].map(({ x, y }) => ({ x, y, ...SIZES.box })),
        ...lines.map(({ middle: { x, y } }) => ({
          ...SIZES.line,
          x: x - SIZES.line.width / 2,
          y: y - SIZES.line.height / 2,
        })),
      ];
      const outside = free.filter(
        (one) => one.x < 0 || one.y < 0 || one.x + one.width > width || one.y + one.height > height,
      );
      expect(outside, what).to.deep.equal([]);
      const overlapping = free.flatMap((one, index) =>
        free
          .slice(index + 1)
          .filter(
            (other) =>
              one.x < other.x + other.width - 0.5 &&
              other.x < one.x + one.width - 0.5 &&
              one.y < other.y + other.height - 0.5 &&
              other.y < one.y + one.height - 0.5,
          )
          .map((other) => [one, other]),
      );
      expect(overlapping, what).to.deep.equal([]);
    }
  });

  it('keeps its structure while only configs change', () => {
    const graph = largestGraph('branches');
    const key = graph.steps[0]?.key ?? '';
    const structures = [
      changeConfig(graph, key, { type: 'rule', field: 'event.x', operator: 'exists' }),
      changeTrigger(graph, { event_name: 'order.paid' }),
      endHere(graph, { from: key, outcome: 'condition_met' }),
    ].map((acted) => 'graph' in acted && structureOf(acted.graph) === structureOf(graph));
    expect(structures).to.deep.equal([true, true, false]);
  });
});

/** For each step the outcomes of steps with two without which no way would lead to it. */
function branchesOfEach(graph: EditedGraph): Map<string, string[]> {
  const ways = allWays(graph);
  const keys = [graph.trigger, ...graph.steps].map(({ key }) => key);
  const roots = keys.filter((key) => !graph.connections.some(({ to }) => to === key));
  const isBranch = (way: Way) => ways.some(({ from }, index) => from === way.from && ways[index] !== way);
  const without = ways.filter(isBranch).map((way) => ({
    branch: `${way.from} ${way.outcome}`,
    reached: reachedBy(
      ways.filter((each) => each !== way),
      roots,
    ),
  }));
  return new Map(
    keys.map((key) => [key, without.flatMap(({ branch, reached }) => (reached.has(key) ? [] : [branch]))]),
  );
}
