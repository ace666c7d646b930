// The shown funnel of an automation: its steps in their order, then removed steps that runs have reached.
import type { Queryable } from '../../../../platform/db/connect.ts';
import type { Automation } from '../automation.ts';
import type { StepType } from '../graph/graph.ts';
import type { RunStatus } from '../runs/run.ts';
import { MAILING_TYPES } from '../step-types/step-types.ts';
import { type MailCounts, NO_MAILS, type RunCounts, type StepCounts } from './counts.ts';

/** A step of the funnel. */
export interface ShownStepStats {
  id: string;
  /** The key of the step; for a removed step, the last one that it had. */
  key: string;
  type: StepType;
  entered: number;
  waiting: number;
  completed: number;
  failed: number;
  /** Why → how many. */
  skipped: Readonly<Record<string, number>>;
  /** Null: the step sends no mail. */
  emails: MailCounts | null;
}

/** The funnel of an automation. */
export interface AutomationStats {
  id: string;
  /** Null: it has many runs, and they are being counted for the first time; all counts are 0. */
  countedAt: Date | null;
  runs: Readonly<Record<RunStatus | 'started', number>>;
  steps: ShownStepStats[];
}

type StepOfGraph = Pick<ShownStepStats, 'id' | 'key' | 'type'>;

/** Shows counts of the runs of an automation. */
export async function showCounts(
  database: Queryable,
  { id, graph }: Pick<Automation, 'id' | 'graph'>,
  { counts, countedAt }: { counts: RunCounts; countedAt: Date | null },
): Promise<AutomationStats> {
  const { running, completed, failed, cancelled } = counts.runs;
  const started = running + completed + failed + cancelled;
  const steps = [...graph.steps, ...(await findRemoved(database, graph.steps, counts))];
  return {
    id,
    countedAt,
    runs: { started, running, completed, failed, cancelled },
    steps: steps.map((step) => showStep(step, counts.steps[step.id])),
  };
}

function showStep({ id, key, type }: StepOfGraph, counts: StepCounts | undefined): ShownStepStats {
  const {
    entered = 0,
    waiting = 0,
    completed = 0,
    failed = 0,
    skipped = {},
    mails = NO_MAILS,
  } = counts ?? {};
  const emails = MAILING_TYPES.includes(type) ? mails : null;
  return { id, key, type, entered, waiting, completed, failed, skipped, emails };
}

/** Finds removed steps in the order of the newest version that has each. */
const FIND_REMOVED = `
  SELECT step ->> 'id' AS id, step ->> 'key' AS key, step ->> 'type' AS type
  FROM automation_versions AS version
  CROSS JOIN LATERAL json_array_elements(version.graph -> 'steps') WITH ORDINALITY AS steps (step, position)
  JOIN unnest($1::uuid[], $2::text[]) AS removed (version_id, step_id)
    ON removed.version_id = version.id AND removed.step_id = step ->> 'id'
  WHERE version.id = ANY($1::uuid[])
  ORDER BY version.id DESC, steps.position`;

async function findRemoved(
  database: Queryable,
  present: readonly StepOfGraph[],
  { steps }: RunCounts,
): Promise<StepOfGraph[]> {
  const presentIds = new Set(present.map(({ id }) => id));
  const removed = Object.entries(steps).filter(([id]) => !presentIds.has(id));
  if (removed.length === 0) return [];
  const { rows } = await database.query<StepOfGraph>({
    name: 'find-removed-steps',
    text: FIND_REMOVED,
    values: [removed.map(([, { versionId }]) => versionId), removed.map(([id]) => id)],
  });
  return rows;
}
