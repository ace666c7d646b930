// Records the outcomes of recipients in groups (written-outcomes.ts).

import type { RecipientOutcome } from '../../shared/resources/messaging/emails/delivery/record.ts';
import type { WorkerDeps } from '../runtime/job.ts';
import { createRecorder, type Recorder } from '../runtime/outcomes/recorder.ts';
import { describeOutcome, RESULT_GROUP_MAX } from '../runtime/outcomes/written-outcomes.ts';

/**
 * Creates the recorder of a sending process.
 * @param options shorter in tests
 */
export function createSendRecorder(
  { writtenOutcomes, log }: Pick<WorkerDeps, 'writtenOutcomes' | 'log'>,
  options: { bugRetryMs?: number } = {},
): Recorder<RecipientOutcome> {
  return createRecorder({
    write: (outcomes) => writtenOutcomes.write(outcomes),
    describe: describeOutcome,
    groupMax: RESULT_GROUP_MAX,
    log,
    ...options,
  });
}
