// The list of all kinds of work. The queues, the metrics, the board, the commands of operators and the registry of the
// workers are made from it.

import type { QueueProducer } from '../platform/queues/connect.ts';
import type { Ids } from '../platform/time/ids.ts';
import type { WorkKind } from '../platform/work/define-work.ts';
import { recurringWork } from '../platform/work/recurring/work.ts';
import type { WalkDeps } from '../platform/work/walk.ts';
import { removalWork } from './audiences/removals/work.ts';
import { automationBatchWork } from './automations/batches/work.ts';
import { bulkRunsWork, eventRunsWork, timerRunsWork } from './automations/runs/work.ts';
import type { EventTaker } from './automations/starting/take-events.ts';
import type { GraphVersions } from './automations/versions/graph-versions.ts';
import { importWork } from './contact-imports/work.ts';
import { erasureWork } from './contacts/erasures/work.ts';
import type { ContactLanes } from './contacts/writing/lanes.ts';
import { domainCheckWork } from './domains/checks/work.ts';
import { withdrawalWork } from './domains/withdrawals/work.ts';
import { bulkSendingWork, sendingWork } from './emails/delivery/work.ts';
import { recountWork } from './segments/recounts/work.ts';
import { webhookWork } from './webhooks/delivery/work.ts';
import { replayWork } from './webhooks/replays/work.ts';

/** What walks need. */
export interface WorkDeps extends WalkDeps {
  ids: Ids;
  queues: QueueProducer;
  contactLanes: ContactLanes;
  /** The graphs of automations, compiled. */
  graphVersions: GraphVersions;
  /** Starts runs of automations when something happens to a contact. */
  eventTaker: EventTaker;
}

export const WORK_KINDS: readonly WorkKind<WorkDeps>[] = [
  sendingWork,
  bulkSendingWork,
  webhookWork,
  replayWork,
  removalWork,
  erasureWork,
  importWork,
  recountWork,
  domainCheckWork,
  withdrawalWork,
  eventRunsWork,
  timerRunsWork,
  bulkRunsWork,
  automationBatchWork,
  recurringWork,
];

/** The groups of worker processes. `schedule` also runs the tick and the sweeper for all of them. */
export const GROUPS: readonly string[] = [...new Set(WORK_KINDS.map(({ group }) => group))];

export const QUEUES = WORK_KINDS.map(({ queue }) => queue);
