// Reads the graph of a request that creates or changes an automation. It is pure: whether what the graph names exists is
// another question (check-graph.ts), which needs the database.
import { GRAPH_MAX_BYTES } from '../../../../../contract/limits.ts';
import type { Ids } from '../../../../../platform/time/ids.ts';
import type { Automation } from '../../automation.ts';
import type { GivenGraph, Graph, GraphStep } from '../graph.ts';
import { linearConnections, readConnections, requireReachable } from './connections.ts';
import { fieldOf, fieldPath, type GivenFields, refuseField } from './fields.ts';
import { readStepHeads, readSteps } from './read-steps.ts';
import { readTrigger } from './read-trigger.ts';

const KIB = 1024;

/** The graph fields of an automation. */
export type AutomationGraph = Pick<Automation, 'trigger' | 'triggerKey' | 'triggerConfig' | 'graph'>;

/** A graph of a request. */
export interface ReadGraph extends AutomationGraph {
  /** The steps that the request writes: key → name in refusals, such as `steps[2]`; '' is the body itself. */
  written: ReadonlyMap<string, string>;
}

/** The inputs of reading besides the request. */
export interface GraphReading {
  ids: Ids;
  now: Date;
  /** The graph that a PATCH changes: what the request does not give stays, and steps keep their id with their key. */
  replaced?: AutomationGraph | undefined;
}

/**
 * Reads a graph.
 * @returns the graph in its stored form
 * @throws DomainError `validation_error`, `missing_required_field`, `invalid_from_address`: it names the path of the fault
 */
export function readGraph(given: GivenGraph, { ids, now, replaced }: GraphReading): ReadGraph {
  const fields = given as GivenFields;
  const givenSteps = fieldOf(fields, 'steps');
  const heads = givenSteps === undefined ? undefined : readStepHeads(givenSteps);
  const [triggerStep, second] = heads?.filter(({ type }) => type === 'trigger') ?? [];
  if (second)
    throw refuseField(fieldPath(second.path, 'type'), 'is a second trigger: an automation can have only one');
  const trigger = readTrigger(fields, triggerStep, replaced, now);
  const triggerKey = heads ? (triggerStep?.key ?? null) : (replaced?.triggerKey ?? null);
  const idOf = new Map(replaced?.graph.steps.map(({ key, id }) => [key, id]));
  const steps = heads ? readSteps(heads, triggerKey, { ids, idOf }) : (replaced?.graph.steps ?? []);
  const written = new Map(heads?.map(({ key, path }) => [key, path]));
  const givenConnections = connectionsOf(fields);
  const connected = { triggerKey, steps };
  if (givenConnections === undefined) {
    const connections = heads ? linearConnections(connected) : (replaced?.graph.connections ?? []);
    return { ...trigger, triggerKey, graph: checkSize({ steps, connections }), written };
  }
  const connections = readConnections(givenConnections, connected);
  requireReachable(connected, connections, (step) => stepPath(step, written));
  return { ...trigger, triggerKey, graph: checkSize({ steps, connections }), written };
}

/** An empty list is none. */
function connectionsOf(fields: GivenFields): unknown {
  const given = fieldOf(fields, 'connections');
  return Array.isArray(given) && given.length === 0 ? undefined : given;
}

/** The name of a step in refusals. A step that the request does not write has the place that answers show. */
export function stepPath({ key, position }: GraphStep, written: ReadonlyMap<string, string>): string {
  return written.get(key) ?? `steps[${position}]`;
}

/** Checks that a graph is small enough to be cached in memory. @throws DomainError `validation_error` */
export function checkSize(graph: Graph): Graph {
  if (Buffer.byteLength(JSON.stringify(graph)) <= GRAPH_MAX_BYTES) return graph;
  throw refuseField('steps', `and the connections would have more than ${GRAPH_MAX_BYTES / KIB} KB of JSON`);
}
