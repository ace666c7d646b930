// Graphs of automations that are edited at random: random records, and acts with them. The same seed gives the same.
import fc from 'fast-check';
import {
  type Acted,
  addAfter,
  branchesOf,
  changeConfig,
  changeTrigger,
  endHere,
  leadTo,
  moveDown,
  moveUp,
  possibleTargets,
  removeStep,
  renameKey,
} from '../../dashboard/resources/automations/graph/acts.ts';
import {
  type EditedGraph,
  graphOf,
  type Way,
  waysIn,
} from '../../dashboard/resources/automations/graph/graph.ts';
import type { RuleFields } from '../../dashboard/rules/rule-fields.ts';
import { EXECUTABLE_STEP_TYPES } from '../../shared/contract/automations/values.ts';
import { someGraph } from '../support/automations/random-graphs.ts';
import type { StoryGraph } from '../support/automations/story.ts';
import { pick, type Random } from '../support/random.ts';

export const SEGMENT = '0199d3a0-0000-7000-8000-000000000001';

/** What the page gives: every name is a field. */
export const ANY_FIELDS: RuleFields = {
  list: [],
  records: [],
  find: (name) => ({ name, type: 'any', label: name, words: name }),
  segmentName: () => undefined,
};

/** A record of a random graph. @param segment instead of the one that it names */
export function recordOf(graph: StoryGraph, segment = SEGMENT): Parameters<typeof graphOf>[0] {
  const text = JSON.stringify(graph).replaceAll('"segment_id":"story"', `"segment_id":"${segment}"`);
  const { steps, connections } = JSON.parse(text);
  const trigger = 'user.signed_up';
  const first = { key: 'trigger', type: 'trigger', config: { event_name: trigger, domain: 'acme.dev' } };
  return { trigger, trigger_config: null, steps: [first, ...steps], connections };
}

/** Random records. */
export function someRecords(count: number, seed: number, segment?: string) {
  return fc.sample(someGraph, { numRuns: count, seed }).map((graph) => recordOf(graph, segment));
}

/** Keys that a person may give: as long as can be, markup, and names that objects have. */
const NAMES = [
  'x'.repeat(64),
  '<img src=x onerror=alert(1)>',
  '__proto__',
  'constructor',
  ' ',
  'ä “”\u202e',
  '0',
];

/** Configs that are finished, of the types that need one. */
export const FINISHED: Readonly<Partial<Record<string, object>>> = {
  delay: { duration: '2 days' },
  wait_for_event: { event_name: 'order.paid', timeout: '3 days' },
  condition: { type: 'rule', field: 'event.plan', operator: 'eq', value: 'pro' },
  contact_update: { unsubscribed: true },
  add_to_segment: { segment_id: SEGMENT },
};

/** An act at random places. */
export type RandomAct = (graph: EditedGraph, random: Random) => Acted;

const anyKey = ({ trigger, steps }: EditedGraph, random: Random) => pick(random, [trigger, ...steps]).key;
const anyWay = (graph: EditedGraph, random: Random): Way => pick(random, [...waysIn(graph).values()].flat());

/** By name. Each is done as the page can do it. */
export const ACTS: Readonly<Record<string, RandomAct>> = {
  add: (graph, random) => addAfter(graph, anyWay(graph, random), pick(random, EXECUTABLE_STEP_TYPES)),
  'add again': (graph, random) => addAfter(graph, anyWay(graph, random), pick(random, EXECUTABLE_STEP_TYPES)),
  finish: (graph, random) => {
    const step = pick(random, graph.steps) ?? { key: 'gone', type: 'delay' };
    return changeConfig(graph, step.key, FINISHED[step.type] ?? {});
  },
  trigger: (graph, random) =>
    changeTrigger(
      graph,
      pick(random, [
        { event_name: 'order.paid' },
        { event_name: '' },
        { event_name: 'service:schedule', at: '2026-12-20T09:00', timezone: 'Europe/Berlin' },
        { event_name: 'service:schedule' },
      ]),
    ),
  rename: (graph, random) => renameKey(graph, anyKey(graph, random), pick(random, NAMES)),
  up: (graph, random) => moveUp(graph, anyKey(graph, random)),
  down: (graph, random) => moveDown(graph, anyKey(graph, random)),
  lead: (graph, random) => {
    const way = anyWay(graph, random);
    return leadTo(graph, way, pick(random, possibleTargets(graph, way)) ?? 'gone');
  },
  'lead anywhere': (graph, random) => leadTo(graph, anyWay(graph, random), anyKey(graph, random)),
  end: (graph, random) => endHere(graph, anyWay(graph, random)),
  remove: (graph, random) => {
    const key = anyKey(graph, random);
    return removeStep(graph, key, pick(random, branchesOf(graph, key))?.outcome);
  },
};

/** The largest graph: 150 steps with the trigger, in a line or in 40 branches that never meet. */
export function largestGraph(form: 'line' | 'branches'): EditedGraph {
  const first = graphOf(recordOf({ steps: [], connections: [] }));
  let graph: EditedGraph = first;
  const add = (from: string, outcome: Way['outcome'], type: (typeof EXECUTABLE_STEP_TYPES)[number]) => {
    const acted = addAfter(graph, { from, outcome }, type);
    if ('refusal' in acted) throw new Error(acted.refusal);
    graph = acted.graph;
    return acted.focus;
  };
  const line = (length: number, from: string, outcome: Way['outcome'] = 'default') => {
    let last = from;
    for (let index = 0; index < length; index += 1)
      last = add(last, index === 0 ? outcome : 'default', index % 2 ? 'delay' : 'send_email');
  };
  if (form === 'line') line(149, first.trigger.key);
  // 39 conditions, each below another one, have 40 ways on; 110 steps are left for them.
  const open: Way[] = form === 'line' ? [] : [...(waysIn(graph).get(first.trigger.key) ?? [])];
  while (open.length > 0 && open.length < 40) {
    const { from, outcome } = open.shift() as Way;
    const key = add(from, outcome, 'condition');
    open.push(...(waysIn(graph).get(key) ?? []));
  }
  for (const [index, { from, outcome }] of open.entries()) line(index < 30 ? 3 : 2, from, outcome);
  const steps = graph.steps.map((step) => ({ ...step, config: FINISHED[step.type] ?? step.config }));
  return { ...graph, steps };
}
