// JSON forms of batches of automations (docs/reference/automation-batches.md#the-batch-record).
import type { AutomationBatch } from '../../../../shared/resources/flows/automations/batches/batch.ts';

/** An item of GET /automations/:id/batches. */
export function toBatchItem(batch: AutomationBatch) {
  const { id, type, status, total, done, skipped, failed, reasons, takenAt, createdAt, endedAt } = batch;
  return {
    id,
    type,
    status,
    counts: { total, done, skipped, failed },
    skipped_reasons: reasons,
    at: type === 'schedule' ? (takenAt?.toISOString() ?? null) : null,
    created_at: createdAt.toISOString(),
    completed_at: endedAt?.toISOString() ?? null,
  };
}

/** The answer of GET /automations/:id/batches/:batchId, and of the operations that ask for a batch. */
export function toBatch(batch: AutomationBatch) {
  return { object: 'automation_batch', ...toBatchItem(batch) };
}
