// The present graph of an automation, for a simulation. An impossible act is the outcome of its step; only rules must
// be valid, because the engine evaluates them itself.
import type { Automation } from '../automation.ts';
import { compileGraph, waitNamesOf } from '../graph/compile.ts';
import type { CompiledGraph } from '../graph/compiled.ts';
import { fieldPath } from '../graph/reading/fields.ts';
import { stepPath } from '../graph/reading/read-graph.ts';
import { checkStep, hasEffect } from '../step-types/step-types.ts';
import type { DeclaredProperties } from './find-person.ts';

const NOTHING = {
  templates: new Map(),
  segments: new Map(),
  topicIds: new Set<string>(),
  defaultFrom: null,
  isEnabling: false,
};

/**
 * Compiles a graph.
 * @throws DomainError `validation_error` for a rule about a contact property that does not exist or has another type
 */
export function compileEdited(
  { graph, triggerKey, audienceId }: Pick<Automation, 'graph' | 'triggerKey' | 'audienceId'>,
  properties: DeclaredProperties,
): CompiledGraph {
  const namable = { properties, waitNames: waitNamesOf(graph) };
  for (const step of graph.steps)
    if (!hasEffect(step.type)) {
      const path = fieldPath(stepPath(step, new Map()), 'config');
      checkStep(step, path, { ...NOTHING, audienceId, properties, namable });
    }
  const used = [...properties.values()].map(
    ({ key, number, type, fallbackValue }) => [key, number, type, fallbackValue] as const,
  );
  return compileGraph({ graph, triggerKey, properties: used.map((each) => [...each]) });
}
