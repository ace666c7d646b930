// The list of all kinds of work. The queues, the metrics, the board, the commands of operators and the registry of the
// workers are made from it.

import type { QueueProducer } from '../platform/queues/connect.ts';
import type { Ids } from '../platform/time/ids.ts';
import { queuesOf, type WorkKind } from '../platform/work/define-work.ts';
import { recurringWork } from '../platform/work/recurring/work.ts';
import type { WalkDeps } from '../platform/work/walk.ts';
import type { ContactLanes } from './audience/contact-writes/lanes.ts';
import { removalWork } from './audience/leftovers/work.ts';
import { recountWork } from './audience/segments/recounts/work.ts';
import { deletionWork } from './flows/account-deletions/work.ts';
import { automationBatchWork } from './flows/automations/batches/work.ts';
import { bulkRunsWork, eventRunsWork, timerRunsWork } from './flows/automations/runs/work.ts';
import type { GraphVersions } from './flows/automations/versions/graph-versions.ts';
import { campaignWork } from './flows/campaigns/dispatch/work.ts';
import { importWork } from './flows/contact-imports/work.ts';
import { erasureWork } from './flows/erasures/work.ts';
import { webhookWork } from './foundation/webhooks/delivery/work.ts';
import { replayWork } from './foundation/webhooks/replays/work.ts';
import { domainCheckWork } from './messaging/domains/checks/work.ts';
import { bulkSendingWork, sendingWork } from './messaging/emails/delivery/work.ts';
import { mtaStsWork } from './messaging/mta-sts/work.ts';
import { feedbackWork } from './messaging/provider-feedback/work.ts';
import { receivingWork } from './messaging/receiving/work.ts';
import { hitWork } from './messaging/tracking/hits/work.ts';
import { withdrawalWork } from './messaging/withdrawals/work.ts';
import type { Registrations } from './registrations.ts';

/** The dependencies of walks. */
export interface WorkDeps extends WalkDeps, Registrations {
  ids: Ids;
  queues: QueueProducer;
  contactLanes: ContactLanes;
  /** The graphs of automations, compiled. */
  graphVersions: GraphVersions;
}

export const WORK_KINDS: readonly WorkKind<WorkDeps>[] = [
  sendingWork,
  bulkSendingWork,
  receivingWork,
  feedbackWork,
  webhookWork,
  replayWork,
  hitWork,
  removalWork,
  erasureWork,
  deletionWork,
  importWork,
  recountWork,
  domainCheckWork,
  mtaStsWork,
  withdrawalWork,
  eventRunsWork,
  timerRunsWork,
  bulkRunsWork,
  automationBatchWork,
  campaignWork,
  recurringWork,
];

/** The groups of worker processes. `schedule` also runs the tick and the sweeper for all of them. */
export const GROUPS: readonly string[] = [...new Set(WORK_KINDS.map(({ group }) => group))];

export const QUEUES = WORK_KINDS.flatMap(queuesOf);
