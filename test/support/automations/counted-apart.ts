// The funnel of an automation, counted apart from shared/resources/flows/automations/stats: from plain rows, one run after the
// other. Tests compare it with what the API answers.
import { expect } from 'chai';
import type { Pool } from 'pg';
import type { Graph } from '../../../shared/resources/flows/automations/graph/graph.ts';
import type { RunStatus } from '../../../shared/resources/flows/automations/runs/run.ts';

/** What GET /automations/:id/stats answers. */
export interface StatsRecord {
  object: string;
  id: string;
  counted_at: string | null;
  runs: Record<string, number>;
  steps: StepRecord[];
}

/** A step of it. */
export interface StepRecord {
  id: string;
  key: string;
  type: string;
  entered: number;
  waiting: number;
  completed: number;
  failed: number;
  skipped: Record<string, number>;
  emails: Record<string, number> | null;
}

interface RunRow {
  id: string;
  status: RunStatus;
  versionId: string;
  stepKey: string | null;
  position: number;
  pauses: boolean;
}

interface StepRow {
  runId: string;
  position: number;
  stepId: string;
  status: string;
  output: Record<string, unknown> | null;
}

/** Expects that an answer counts the runs that there are now, and nothing else. */
export async function expectStatsToEqualRuns(pool: Pool, stats: StatsRecord): Promise<void> {
  const { runs, steps } = await countApart(pool, stats.id);
  expect(stats.runs).to.deep.equal(runs);
  const shown = stats.steps.map(({ key: _key, type: _type, ...counts }) => counts);
  const known = new Set(shown.map(({ id }) => id));
  expect([...steps.keys()].filter((id) => !known.has(id))).to.deep.equal([]);
  for (const counts of shown) {
    const { emails, ...counted } = steps.get(counts.id) ?? nothing(counts.id);
    expect(counts).to.deep.equal({ ...counted, emails: counts.emails && emails });
  }
}

const nothing = (id: string) => ({
  id,
  entered: 0,
  waiting: 0,
  completed: 0,
  failed: 0,
  skipped: {} as Record<string, number>,
  emails: { sent: 0, delivered: 0, opened: 0, clicked: 0, bounced: 0 } as Record<string, number>,
});

async function countApart(pool: Pool, automationId: string) {
  const steps = new Map<string, ReturnType<typeof nothing>>();
  const stepOf = (id: string) => {
    const step = steps.get(id) ?? nothing(id);
    steps.set(id, step);
    return step;
  };
  const records = await recordsOf(pool, automationId);
  const graphs = await graphsOf(pool, automationId);
  const mails = await mailsOf(pool, automationId);
  const runs = { started: 0, running: 0, completed: 0, failed: 0, cancelled: 0 };
  for (const run of await runsOf(pool, automationId)) {
    runs.started += 1;
    runs[run.status] += 1;
    const own = records.get(run.id) ?? [];
    for (const record of own) countRecord(stepOf(record.stepId), run, record, mails);
    if (run.stepKey === null || own.some(({ position }) => position === run.position)) continue;
    const at = graphs.get(run.versionId)?.steps.find(({ key }) => key === run.stepKey);
    if (!at) throw new Error(`No version has the step ${run.stepKey} of the run ${run.id}.`);
    countUnrecorded(stepOf(at.id), run);
  }
  return { runs, steps };
}

async function runsOf(pool: Pool, automationId: string): Promise<RunRow[]> {
  const { rows } = await pool.query<RunRow>(
    `SELECT run.id, run.version_id AS "versionId", step_key AS "stepKey", position,
            CASE WHEN run.status = 'running' AND run.epoch < automations.epoch THEN 'cancelled' ELSE run.status END
              AS status,
            (wait_until IS NOT NULL OR postponed_at IS NOT NULL) AS pauses
     FROM automation_runs AS run JOIN automations ON automations.id = automation_id WHERE automation_id = $1`,
    [automationId],
  );
  return rows;
}

/** Id of a run → its steps. */
async function recordsOf(pool: Pool, automationId: string): Promise<Map<string, StepRow[]>> {
  const { rows } = await pool.query<StepRow>(
    `SELECT run_id AS "runId", step.position, step_id AS "stepId", step.status, output
     FROM automation_step_runs AS step JOIN automation_runs AS run ON run.id = run_id WHERE automation_id = $1`,
    [automationId],
  );
  const records = new Map<string, StepRow[]>();
  for (const row of rows) records.set(row.runId, [...(records.get(row.runId) ?? []), row]);
  return records;
}

async function graphsOf(pool: Pool, automationId: string): Promise<Map<string, Graph>> {
  const { rows } = await pool.query<{ id: string; graph: Graph }>(
    'SELECT id, graph FROM automation_versions WHERE automation_id = $1',
    [automationId],
  );
  return new Map(rows.map(({ id, graph }) => [id, graph]));
}

function countUnrecorded(step: ReturnType<typeof nothing>, { status, pauses }: RunRow): void {
  step.entered += 1;
  if (status === 'failed') step.failed += 1;
  if (status === 'running' && pauses) step.waiting += 1;
}

function countRecord(
  step: ReturnType<typeof nothing>,
  run: RunRow,
  { position, status, output }: StepRow,
  mails: ReadonlyMap<string, readonly string[]>,
): void {
  step.entered += 1;
  const isHere = run.status === 'running' && position === run.position;
  if (isHere) step.waiting += Number(run.pauses);
  else if (status === 'completed' || status === 'failed') step[status] += 1;
  else if (status === 'skipped') {
    const reason = String(output?.['reason'] ?? 'erased');
    step.skipped[reason] = (step.skipped[reason] ?? 0) + 1;
  }
  for (const what of mails.get(String(output?.['email_id'])) ?? [])
    step.emails[what] = (step.emails[what] ?? 0) + 1;
}

/** Id of a mail → what has become of it. */
async function mailsOf(pool: Pool, automationId: string): Promise<Map<string, string[]>> {
  const { rows } = await pool.query<{ id: string; state: string; isSent: boolean; events: string[] }>(
    `SELECT emails.id, state, recipient.sent_at IS NOT NULL AS "isSent",
            ARRAY(SELECT DISTINCT type FROM email_events
                  WHERE email_id = emails.id AND coalesce(data -> 'open', data -> 'click') ->> 'machine' IS NULL) AS events
     FROM emails JOIN email_recipients AS recipient ON email_id = emails.id WHERE automation_id = $1`,
    [automationId],
  );
  return new Map(
    rows.map(({ id, state, isSent, events }) => [
      id,
      [
        ...(isSent ? ['sent'] : []),
        ...(state === 'delivered' || state === 'complained' ? ['delivered'] : []),
        ...(state === 'bounced' ? ['bounced'] : []),
        ...events.filter((type) => type === 'opened' || type === 'clicked'),
      ],
    ]),
  );
}
