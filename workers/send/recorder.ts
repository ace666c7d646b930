// Records the outcomes of recipients in groups (shared/resources/messaging/emails/delivery/record.ts).

import {
  type RecipientOutcome,
  recordOutcomes,
} from '../../shared/resources/messaging/emails/delivery/record.ts';
import type { WorkerDeps } from '../runtime/job.ts';
import { createRecorder, type Recorder } from '../runtime/recorder.ts';

/** Outcomes per transaction; a killed process may leave as many unwritten, in addition to its open connections. */
export const RESULT_GROUP_MAX = 100;

/**
 * Creates the recorder of a sending process.
 * @param options shorter in tests
 */
export function createSendRecorder(
  {
    database,
    ids,
    queues,
    judging,
    log,
  }: Pick<WorkerDeps, 'database' | 'ids' | 'queues' | 'judging' | 'log'>,
  options: { bugRetryMs?: number } = {},
): Recorder<RecipientOutcome> {
  return createRecorder({
    write: (outcomes) => recordOutcomes({ database, ids, queues, judgeSoon: judging.soon }, outcomes),
    describe: ({ recipientId }) => ({ recipient: recipientId }),
    groupMax: RESULT_GROUP_MAX,
    log,
    ...options,
  });
}
