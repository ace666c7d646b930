// Starts runs of the contacts of a schedule or an enrolment, the next ones in the order of their ids, by the decision
// that events take (../../intake/). The automation is not locked: a run has the epoch that was seen when it started, so
// a stop that commits before the step does cancels it (../../transitions-lock.ts).

import { BATCH_EVENTS, SCHEDULE_TRIGGER } from '../../../../../contract/automations/values.ts';
import type { Transaction } from '../../../../../platform/db/transaction.ts';
import type { IncomingBatchEvent, IntakeOutcome } from '../../../events/incoming-event.ts';
import type { Automation } from '../../automation.ts';
import { scheduledAt } from '../../graph/schedule.ts';
import type { EnrollSelection, RunningBatch, SkippedReason } from '../batch.ts';
import type { BatchBeginning, BatchStepOutcome, BatchWork, BatchWorkInput } from '../batch-work.ts';
import { type BatchContacts, countBatchContacts, findNextContacts } from './next-contacts.ts';

export const startRunsWork: BatchWork = {
  begin,
  count: countNext,
  step: startNext,
  unmet: 'left',
  isKept: true,
};

type StartedAutomation = Pick<Automation, 'status' | 'trigger' | 'triggerConfig' | 'epoch' | 'audienceId'> & {
  hasAudience: boolean;
};

/**
 * A schedule begins if the automation is enabled and still has its time. A schedule from an upgrade has no time yet
 * (migrations/0024-automation-batches.ts): it is missed if its time had passed by then, and otherwise begins like
 * others, even late.
 */
async function begin({ client, batch, now }: BatchWorkInput): Promise<BatchBeginning> {
  if (batch.type !== 'schedule') return {};
  const automation = await findStarted(client, batch.automationId);
  if (automation?.status !== 'enabled' || automation.trigger !== SCHEDULE_TRIGGER) return { ends: 'missed' };
  const at = automation.triggerConfig && scheduledAt(automation.triggerConfig);
  if (!at || (batch.takenAt ? at.getTime() !== batch.takenAt.getTime() : at <= batch.createdAt))
    return { ends: 'missed' };
  if (batch.takenAt === null && at > now) return { waitsUntil: at };
  return { epoch: automation.epoch, takenAt: at };
}

async function countNext({ client, batch }: BatchWorkInput): Promise<number> {
  const automation = await findStarted(client, batch.automationId);
  return automation?.hasAudience ? await countBatchContacts(client, contactsOf(batch, automation)) : 0;
}

async function startNext({ client, batch, now, deps }: BatchWorkInput): Promise<BatchStepOutcome> {
  const automation = await findStarted(client, batch.automationId);
  if (automation?.status !== 'enabled' || automation.epoch !== batch.epoch)
    return { last: undefined, ends: { status: 'cancelled', unmet: 'disabled' } };
  if (!automation.hasAudience) return { last: undefined };
  const { ids, last } = await findNextContacts(client, contactsOf(batch, automation), batch.position);
  const event = toBatchEvent(batch, automation, now);
  const events = ids.map((contactId) => ({ ...event, contactId }));
  const taken = await deps.eventIntake.take(client, events, { now, beyondQuota: 'record' });
  return { last, ...countTaken(taken) };
}

async function findStarted(client: Transaction, id: string): Promise<StartedAutomation | undefined> {
  const { rows } = await client.query<StartedAutomation>({
    name: 'find-started-automation',
    text: `SELECT status, trigger, trigger_config AS "triggerConfig", epoch, audience_id AS "audienceId",
                  coalesce((SELECT audiences.deleted_at IS NULL FROM audiences WHERE audiences.id = audience_id), false)
                    AS "hasAudience"
           FROM automations WHERE id = $1 AND deleted_at IS NULL`,
    values: [id],
  });
  return rows[0];
}

function contactsOf(batch: RunningBatch, { audienceId }: StartedAutomation): BatchContacts {
  const { accountId, type, selection, takenAt } = batch;
  const chosen = type === 'schedule' ? ({ all: true } as const) : (selection as EnrollSelection | null);
  if (!chosen || !takenAt) throw new Error(`The batch ${batch.id} does not say whom it starts.`);
  return { accountId, audienceId, selection: chosen, createdUntil: takenAt };
}

function toBatchEvent(
  { id: batchId, type, accountId, automationId }: RunningBatch,
  { epoch }: StartedAutomation,
  at: Date,
): Omit<IncomingBatchEvent, 'contactId'> {
  const [schedule, enroll] = BATCH_EVENTS;
  const name = type === 'schedule' ? schedule : enroll;
  return {
    kind: 'batch',
    name,
    accountId,
    automationId,
    epoch,
    batchId,
    payload: null,
    at,
    chain: [],
    lane: 'bulk',
  };
}

function countTaken(taken: readonly IntakeOutcome[]): Pick<BatchStepOutcome, 'done' | 'skipped'> {
  const skipped: Partial<Record<SkippedReason, number>> = {};
  let done = 0;
  for (const each of taken) {
    if (each.outcome === 'taken' && each.runsStarted > 0) done += 1;
    else {
      const reason = reasonOf(each);
      skipped[reason] = (skipped[reason] ?? 0) + 1;
    }
  }
  return { done, skipped };
}

/** An automation that is no longer found is being deleted. */
function reasonOf(taken: IntakeOutcome): SkippedReason {
  return taken.outcome === 'taken' ? (taken.reasons[0] ?? 'disabled') : 'deleted';
}
