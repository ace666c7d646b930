// One step of an erasure: some rows lose the address and the names, and the row of the erasure records the last one
// (keyset), in one transaction under the fencing token. If a worker dies, the next one continues after that row
// (docs/architecture/erasure.md).
import type { Database } from '../../../platform/db/connect.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import type { QueueProducer } from '../../../platform/queues/connect.ts';
import type { Ids } from '../../../platform/time/ids.ts';
import type { Claim } from '../../../platform/work/work-table.ts';
import { type ErasurePhase, endErasure, lockErasure, type Phase, saveErasure } from './erasure.ts';
import { eraseEvents, eraseRunsOfContacts } from './phases/automations.ts';
import { eraseScheduled, eraseThoseMentioning, eraseThoseToAddress } from './phases/emails.ts';
import { eraseImportFailures } from './phases/imports.ts';
import { eraseAllLogs, eraseLateLogs, eraseStoredAnswers } from './phases/logs.ts';
import { eraseAllMessages } from './phases/messages.ts';
import { eraseUnfinished } from './phases/unfinished.ts';
import { Eraser } from './text/eraser.ts';

/** Dependencies of a step. */
export interface ErasureDeps {
  database: Database;
  ids: Ids;
  queues: QueueProducer;
}

/** Whether more is to do: now, or from a time on. `done` also when another worker has taken over the erasure. */
export type ErasureStep = 'more' | 'done' | { waitUntil: Date };

const PHASES: Record<ErasurePhase, Phase> = {
  scheduled: eraseScheduled,
  emails: eraseThoseToAddress,
  mentions: eraseThoseMentioning,
  messages: eraseAllMessages,
  logs: eraseAllLogs,
  answers: eraseStoredAnswers,
  imports: eraseImportFailures,
  events: eraseEvents,
  runs: eraseRunsOfContacts,
  unfinished: eraseUnfinished,
  late_logs: eraseLateLogs,
};

/** Runs one step. The row of the erasure is deleted when nothing is left. */
export function stepErasure(
  { database, ids, queues }: ErasureDeps,
  claim: Claim,
  now: Date,
): Promise<ErasureStep> {
  return transaction(database, async (client) => {
    const erasure = await lockErasure(client, claim);
    if (!erasure) return 'done';
    const context = { client, erasure, eraser: new Eraser(erasure), ids, queues, now };
    const { waitUntil, isDone, ...changes } = await PHASES[erasure.phase](context);
    if (isDone) {
      await endErasure(client, erasure);
      return 'done';
    }
    await saveErasure(client, { ...erasure, ...changes });
    return waitUntil ? { waitUntil } : 'more';
  });
}
