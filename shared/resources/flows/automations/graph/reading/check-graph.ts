// Checks a graph against the definitions of its account, before it is stored: templates, segments, topics and contact
// properties. Writers have locked the account, so that definitions in use are not deleted before the commit.
import { DomainError, readEach } from '../../../../../contract/domain-error.ts';
import type { Queryable } from '../../../../../platform/db/connect.ts';
import { findDefaultFrom } from '../../../../messaging/domains/senders/default-from.ts';
import { checkStep } from '../../step-types/step-types.ts';
import type { AutomationStatus, UsedProperty } from '../graph.ts';
import { requireReachable } from './connections.ts';
import { findKnownDefinitions } from './definitions.ts';
import { fieldPath } from './fields.ts';
import { type AutomationGraph, type ReadGraph, stepPath } from './read-graph.ts';
import { requireFuture } from './read-trigger.ts';

/** The place of a graph. */
export interface GraphOwner {
  accountId: string;
  /** Null: it was deleted. */
  domainId: string | null;
  /** The audience of its domain. */
  audienceId: string;
  now: Date;
}

/** A graph to check; `written` is absent when the request writes no step. */
export type CheckedGraph = AutomationGraph & Partial<Pick<ReadGraph, 'written'>>;

/**
 * Checks a graph. Of a disabled automation these are the steps that the request writes, of an enabled one all steps.
 * @returns the contact properties that the graph names, by their keys
 * @throws DomainError `not_found`, `validation_error`, `missing_required_field`
 */
export async function checkGraph(
  database: Queryable,
  { accountId, domainId, audienceId, now }: GraphOwner,
  graph: CheckedGraph,
  { status }: { status: AutomationStatus },
): Promise<UsedProperty[]> {
  const isEnabling = status === 'enabled';
  if (isEnabling) requireRunnable(graph, now);
  const { written = new Map<string, string>() } = graph;
  const { steps } = graph.graph;
  const found = await findKnownDefinitions(database, accountId, steps);
  const defaultFrom = isEnabling ? await findDefaultFrom(database, domainId) : null;
  const known = { ...found, audienceId, defaultFrom, isEnabling };
  readEach(
    steps.filter(({ key }) => isEnabling || written.has(key)),
    (step) => checkStep(step, fieldPath(stepPath(step, written), 'config'), known),
  );
  return [...found.properties.values()].map(({ key, number, type, fallbackValue }) => [
    key,
    number,
    type,
    fallbackValue,
  ]);
}

/**
 * Checks requirements of an enabled automation that need no database: a step, a way to each step, and a future time.
 * @throws DomainError `validation_error`
 */
export function requireRunnable(
  { graph, triggerKey, triggerConfig, written }: CheckedGraph,
  now: Date,
): void {
  const { steps, connections } = graph;
  if (steps.length === 0)
    throw new DomainError(
      'validation_error',
      '`steps` must have at least one step in addition to the trigger before you can enable the automation.',
    );
  requireReachable({ triggerKey, steps }, connections, (step) => stepPath(step, written ?? new Map()));
  if (triggerConfig) requireFuture(triggerConfig, now, 'trigger_config.at');
}
