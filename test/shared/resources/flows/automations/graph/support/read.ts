// Reads graphs in tests, at a fixed time.
import { expect } from 'chai';
import { DomainError } from '../../../../../../../shared/contract/domain-error.ts';
import type { ErrorName } from '../../../../../../../shared/contract/errors.ts';
import { createIds } from '../../../../../../../shared/platform/time/ids.ts';
import {
  type AutomationGraph,
  type ReadGraph,
  readGraph,
} from '../../../../../../../shared/resources/flows/automations/graph/reading/read-graph.ts';

export const NOW = new Date('2026-11-20T12:00:00Z');
export const ids = createIds({ now: () => NOW });

/** A delay, which every graph can have. */
export const delay = (key: string, duration = '1 day') => ({ key, type: 'delay', config: { duration } });
/** A trigger step. */
export const triggerStep = (key = 'start', name = 'user.signed_up') => ({
  key,
  type: 'trigger',
  config: { event_name: name },
});

/** Reads a body. @param replaced the graph that it changes */
export function read(body: object, replaced?: AutomationGraph): ReadGraph {
  return readGraph(body, { ids, now: NOW, replaced });
}

/** Reads the config of the only step. */
export function readOne(type: string, config: unknown): unknown {
  return read({ steps: [{ key: 'only', type, config }] }).graph.steps[0]?.config;
}

/** Expects a refusal that names a path. */
export function expectRefusal(
  act: () => unknown,
  path: string,
  name: ErrorName = 'validation_error',
): string {
  try {
    act();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    expect([error.name, error.message]).to.deep.equal([name, error.message]);
    expect(error.message).to.include(`\`${path}\``);
    return error.message;
  }
  throw new Error(`It was not refused: ${path}`);
}
