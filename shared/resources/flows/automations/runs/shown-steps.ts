// The steps of an automation as a run shows them: those that it has reached, the present one, and for the others
// whether they may still follow. A pure function of the graph, the records of steps and the run.
import type { STEP_RUN_STATUSES, STEP_TYPES } from '../../../../contract/automations/values.ts';
import type { StepRun } from '../engine/advance.ts';
import { type Graph, type GraphVersion, TRIGGER_KEY } from '../graph/graph.ts';
import type { ShownRun } from './shown-run.ts';

/** A step as a run shows it. */
export interface ShownStep {
  key: string;
  type: (typeof STEP_TYPES)[number];
  status: (typeof STEP_RUN_STATUSES)[number];
  output: object | null;
  error: object | null;
  startedAt: Date | null;
  completedAt: Date | null;
}

/** A run with what its steps have done. */
export interface RunWithSteps extends ShownRun {
  /** Id of the event that started it. */
  sourceId: string;
  payload: object | null;
  /** When it reached its present step. */
  clock: Date;
  graph: Pick<GraphVersion, 'triggerKey' | 'graph'>;
  stepRuns: readonly Omit<StepRun, 'position' | 'stepId'>[];
}

/** The trigger, and all steps in the order of the automation. */
export function showSteps(run: RunWithSteps): ShownStep[] {
  const { triggerKey, graph } = run.graph;
  const reached = new Map(run.stepRuns.map((step) => [step.key, step]));
  const ahead = run.status === 'running' ? reachableFrom(run.stepKey, graph) : new Set<string>();
  const steps = graph.steps.map(({ key, type }): ShownStep => {
    const record = reached.get(key);
    if (record) return { ...record, type, status: isOver(run, record) ? 'skipped' : record.status };
    const nothing = { key, type, output: null, error: null, startedAt: null, completedAt: null };
    if (run.status === 'running' && key === run.stepKey)
      return { ...nothing, status: run.postponedAt ? 'waiting' : 'running', startedAt: run.clock };
    return { ...nothing, status: ahead.has(key) ? 'pending' : 'skipped' };
  });
  return [triggerOf(run, triggerKey), ...steps];
}

/** A run that is cancelled does not wait any more. */
function isOver({ status }: ShownRun, record: Pick<StepRun, 'status'>): boolean {
  return record.status === 'waiting' && status !== 'running';
}

function triggerOf({ sourceId, payload, createdAt }: RunWithSteps, triggerKey: string | null): ShownStep {
  return {
    key: triggerKey ?? TRIGGER_KEY,
    type: 'trigger',
    status: 'completed',
    output: { event_id: sourceId, payload },
    error: null,
    startedAt: createdAt,
    completedAt: createdAt,
  };
}

/** The keys of the steps that follow a step, after any outcome. */
function reachableFrom(from: string | null, { connections }: Graph): ReadonlySet<string> {
  const next = new Map<string, string[]>();
  for (const { from: key, to } of connections) next.set(key, [...(next.get(key) ?? []), to]);
  const found = new Set<string>();
  const left = from === null ? [] : [from];
  for (let key = left.pop(); key !== undefined; key = left.pop()) {
    for (const to of next.get(key) ?? []) {
      if (found.has(to)) continue;
      found.add(to);
      left.push(to);
    }
  }
  return found;
}
