// One step of an erasure: some rows lose the address, or their whole content if it is about the person alone
// (docs/architecture/erasure.md).
import type { QueueProducer } from '../../../platform/queues/connect.ts';
import type { Ids } from '../../../platform/time/ids.ts';
import { defineWalk, type WalkDeps } from '../../../platform/work/walk.ts';
import { Eraser } from '../../foundation/erasing/eraser.ts';
import { ERASURE_COLUMNS, type Erasure, type ErasurePhase, type Phase, toColumns } from './erasure.ts';
import { eraseEvents, eraseRunsOfContacts } from './phases/automations.ts';
import { eraseFromCampaignsOfAccount } from './phases/campaigns.ts';
import { eraseScheduled, eraseThoseMentioning, eraseThoseToAddress } from './phases/emails.ts';
import { eraseAllMessages } from './phases/messages.ts';
import {
  eraseAllLogs,
  eraseImportFailures,
  eraseLateLogs,
  eraseOldAuditEvents,
  eraseStoredAnswers,
} from './phases/traces.ts';
import { eraseUnfinished } from './phases/unfinished.ts';

const PHASES: Record<ErasurePhase, Phase> = {
  scheduled: eraseScheduled,
  campaigns: eraseFromCampaignsOfAccount,
  emails: eraseThoseToAddress,
  mentions: eraseThoseMentioning,
  messages: eraseAllMessages,
  logs: eraseAllLogs,
  answers: eraseStoredAnswers,
  imports: eraseImportFailures,
  audit: eraseOldAuditEvents,
  events: eraseEvents,
  runs: eraseRunsOfContacts,
  unfinished: eraseUnfinished,
  late_logs: eraseLateLogs,
};

/** The row is deleted at the end: it has the address too. */
export const erasureWalk = defineWalk<Erasure, WalkDeps & { ids: Ids; queues: QueueProducer }>({
  table: 'contact_erasures',
  columns: ERASURE_COLUMNS,
  async step(erasure, { client, deps: { ids, queues }, now }) {
    const context = { client, erasure, eraser: new Eraser(erasure), ids, queues, now };
    const {
      waitUntil,
      isDone,
      position = erasure.position,
      ...changes
    } = await PHASES[erasure.phase](context);
    return isDone ? { isDone } : { position, set: toColumns(changes), waitUntil };
  },
});
