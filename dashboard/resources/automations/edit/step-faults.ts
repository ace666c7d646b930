// What is wrong with steps, at the step and the part of it: what is known here, and what the API has refused. Pure.
import { ApiFailure } from '../../../api/failure.ts';
import { isSameJson } from '../../../editing/same-json.ts';
import type { RuleFields } from '../../../rules/rule-fields.ts';
import { faultyStep, graphFaults } from '../graph/faults.ts';
import type { EditedGraph } from '../graph/graph.ts';

/** A fault of a step, or of the trigger. */
export interface StepFault {
  key: string;
  /** `config.duration`; empty: it is about the step as a whole. */
  part: string;
  message: string;
  /** The API says so. */
  isRefusal: boolean;
}

/** A graph, and why the API has refused it. */
export interface RefusedGraph {
  failure: ApiFailure;
  graph: EditedGraph;
}

/** The faults that prevent saving the graph. */
export function knownFaults(graph: EditedGraph, fields: RuleFields): StepFault[] {
  return graphFaults(graph, fields).map(({ key, field, message }) => ({
    key,
    message,
    isRefusal: false,
    part: faultyStep(graph, field)?.part ?? '',
  }));
}

/** The refusals of the API that were not changed since. */
export function refusedFaults(refused: RefusedGraph | undefined, now: EditedGraph): StepFault[] {
  const { failure, graph } = refused ?? {};
  if (!failure || !graph) return [];
  return failure.faults.flatMap(({ field, name, message }): StepFault[] => {
    const place = field === null ? undefined : faultyStep(graph, field);
    if (!place || !isSameJson(stepIn(graph, place.key), stepIn(now, place.key))) return [];
    const part = place.part === 'trigger' ? 'config.event_name' : place.part;
    const words = name === 'missing_required_field' ? 'Fill this in.' : message;
    return [{ key: place.key, part, message: words, isRefusal: true }];
  });
}

/** The refusal of a change, with refusals of the graph as a fault of `graph`: then other fields are saved without it. */
export function aboutGraph(failure: ApiFailure): ApiFailure {
  const { status, name, message, requestId, problems } = failure;
  const named = (field: string | null) =>
    field !== null && /^(steps|connections|trigger)/.test(field) ? `graph.${field}` : field;
  return new ApiFailure({
    status,
    name,
    message,
    requestId,
    problems,
    field: named(failure.field ?? null) ?? undefined,
    faults: failure.faults.map((fault) => ({ ...fault, field: named(fault.field) })),
  });
}

/** A step with its ways: a fault of a connection belongs to its target. */
function stepIn({ trigger, steps, connections }: EditedGraph, key: string): object {
  return {
    step: [trigger, ...steps].find((step) => step.key === key),
    ways: connections.filter(({ from }) => from === key),
  };
}
