// All kinds of work: the group of worker processes that does it, the queue that wakes it, the table of its rows, and
// what can stop all of it. The registry of the workers, the metrics and the operators' commands are built from this
// list.

import type { Queryable } from '../platform/db/connect.ts';
import type { QueueDefinition } from '../platform/queues/definition.ts';
import { recurringQueue } from '../platform/work/recurring/queue.ts';
import { recurringWorkTable } from '../platform/work/recurring/table.ts';
import type { WorkTable } from '../platform/work/work-table.ts';
import { audienceRemovalQueue } from './audiences/removals/queue.ts';
import { removalsTable } from './audiences/removals/table.ts';
import { automationBatchQueue } from './automations/batches/queue.ts';
import { automationBatchesTable } from './automations/batches/table.ts';
import { automationBulkQueue, automationQueue, automationTimerQueue } from './automations/runs/queue.ts';
import { automationRunsTable, bulkRunsTable, timerRunsTable } from './automations/runs/table.ts';
import { contactImportQueue } from './contact-imports/queue.ts';
import { importsTable } from './contact-imports/table.ts';
import { contactErasureQueue } from './contacts/erasures/queue.ts';
import { erasuresTable } from './contacts/erasures/table.ts';
import { domainCheckQueue } from './domains/checks/queue.ts';
import { checksTable } from './domains/checks/table.ts';
import { domainWithdrawalQueue } from './domains/withdrawals/queue.ts';
import { withdrawalsTable } from './domains/withdrawals/table.ts';
import { bulkSendQueue, sendQueue } from './emails/delivery/queue.ts';
import { campaignRecipientsTable, recipientsTable } from './emails/delivery/recipients-table.ts';
import { segmentRecountQueue } from './segments/recounts/queue.ts';
import { recountsTable } from './segments/recounts/table.ts';
import { findSendingPause } from './sending/pause.ts';
import { findTrippedReason } from './sending/provider-switch.ts';
import { webhookMessagesTable } from './webhooks/delivery/messages-table.ts';
import { webhookQueue } from './webhooks/delivery/queue.ts';
import { webhookReplayQueue } from './webhooks/replays/queue.ts';
import { replaysTable } from './webhooks/replays/table.ts';

/** One kind of work. */
export interface WorkKind {
  /** The group of worker processes that does this work. */
  readonly group: string;
  readonly queue: QueueDefinition;
  readonly table: WorkTable;
  /** What stops all of this work at present, as a sentence for operators; undefined if nothing does. */
  findBlockedReason?(database: Queryable): Promise<string | undefined>;
}

export const sendingWork = {
  group: 'send',
  queue: sendQueue,
  table: recipientsTable,
  findBlockedReason: findSendingBlockedReason,
} as const satisfies WorkKind;

export const bulkSendingWork = {
  group: 'bulk',
  queue: bulkSendQueue,
  table: campaignRecipientsTable,
  findBlockedReason: findSendingBlockedReason,
} as const satisfies WorkKind;

export const webhookWork = {
  group: 'webhook',
  queue: webhookQueue,
  table: webhookMessagesTable,
} as const satisfies WorkKind;

export const replayWork = {
  group: 'webhook',
  queue: webhookReplayQueue,
  table: replaysTable,
} as const satisfies WorkKind;

export const removalWork = {
  group: 'audience',
  queue: audienceRemovalQueue,
  table: removalsTable,
} as const satisfies WorkKind;

export const erasureWork = {
  group: 'audience',
  queue: contactErasureQueue,
  table: erasuresTable,
} as const satisfies WorkKind;

export const importWork = {
  group: 'audience',
  queue: contactImportQueue,
  table: importsTable,
} as const satisfies WorkKind;

export const recountWork = {
  group: 'audience',
  queue: segmentRecountQueue,
  table: recountsTable,
} as const satisfies WorkKind;

export const domainCheckWork = {
  group: 'domain',
  queue: domainCheckQueue,
  table: checksTable,
} as const satisfies WorkKind;

export const domainWithdrawalWork = {
  group: 'domain',
  queue: domainWithdrawalQueue,
  table: withdrawalsTable,
} as const satisfies WorkKind;

export const automationWork = {
  group: 'automation',
  queue: automationQueue,
  table: automationRunsTable,
} as const satisfies WorkKind;

export const timerRunsWork = {
  group: 'automation',
  queue: automationTimerQueue,
  table: timerRunsTable,
} as const satisfies WorkKind;

export const bulkRunsWork = {
  group: 'bulk',
  queue: automationBulkQueue,
  table: bulkRunsTable,
} as const satisfies WorkKind;

export const automationBatchWork = {
  group: 'bulk',
  queue: automationBatchQueue,
  table: automationBatchesTable,
} as const satisfies WorkKind;

export const recurringWork = {
  group: 'schedule',
  queue: recurringQueue,
  table: recurringWorkTable,
} as const satisfies WorkKind;

export const WORK_KINDS: readonly WorkKind[] = [
  sendingWork,
  webhookWork,
  replayWork,
  removalWork,
  erasureWork,
  importWork,
  recountWork,
  domainCheckWork,
  domainWithdrawalWork,
  automationWork,
  timerRunsWork,
  automationBatchWork,
  bulkRunsWork,
  bulkSendingWork,
  recurringWork,
];

async function findSendingBlockedReason(database: Queryable): Promise<string | undefined> {
  const pause = await findSendingPause(database);
  if (pause) return `Operators have paused all sending: ${pause.reason}`;
  const refusal = await findTrippedReason(database);
  return refusal === undefined ? undefined : `The provider refuses our login or settings: ${refusal}`;
}
