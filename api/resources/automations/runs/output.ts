// JSON forms of runs of automations (docs/reference/automation-runs.md#the-run-record).
import type { ShownRun } from '../../../../shared/resources/flows/automations/runs/shown-run.ts';
import {
  type RunWithSteps,
  type ShownStep,
  showSteps,
} from '../../../../shared/resources/flows/automations/runs/shown-steps.ts';

/** An item of GET /automations/:id/runs. */
export function toRunItem(run: ShownRun) {
  const isRunning = run.status === 'running';
  const wakeAt = run.waitUntil ?? (run.postponedAt && run.nextAttemptAt);
  return {
    id: run.id,
    status: run.status,
    contact_id: run.contactId,
    email: run.email,
    version: run.version,
    current_step: isRunning ? run.stepKey : null,
    wake_at: isRunning && wakeAt ? wakeAt.toISOString() : null,
    reason: run.reason,
    started_at: run.createdAt.toISOString(),
    completed_at: run.endedAt?.toISOString() ?? null,
    created_at: run.createdAt.toISOString(),
  };
}

/** The answer of GET /automations/:id/runs/:runId. */
export function toRun(run: RunWithSteps) {
  const steps = showSteps(run).map((step) => toStep(step, run.createdAt));
  return { object: 'automation_run', ...toRunItem(run), steps };
}

function toStep({ key, type, status, output, error, startedAt, completedAt }: ShownStep, runStartedAt: Date) {
  return {
    key,
    type,
    status,
    output,
    error,
    started_at: startedAt?.toISOString() ?? null,
    completed_at: completedAt?.toISOString() ?? null,
    created_at: (startedAt ?? runStartedAt).toISOString(),
  };
}
