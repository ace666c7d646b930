// Keeps outcomes until they are written (design rule 6): grouped while Postgres answers, in memory while it does
// not. The number kept is bounded by the messages in flight, since each of those holds its place until then.
import { createGroupCommit } from '../../shared/db/group-commit.ts';
import { type RecipientOutcome, recordOutcomes } from '../../shared/resources/emails/record.ts';
import type { WorkerDeps } from '../runtime/job.ts';
import { untilWritten } from '../runtime/until-written.ts';

/** Outcomes in one transaction: also how many a killed process may leave unwritten beside its open connections. */
export const RESULT_GROUP_MAX = 100;

/** Writes outcomes. */
export interface Recorder {
  /** Resolves when the outcome is in the database. */
  record(outcome: RecipientOutcome): Promise<void>;
}

/** Creates the recorder of a process. */
export function createRecorder({
  database,
  ids,
  log,
}: Pick<WorkerDeps, 'database' | 'ids' | 'log'>): Recorder {
  const groups = createGroupCommit<RecipientOutcome, void>({
    async write(outcomes) {
      await untilWritten(() => recordOutcomes(database, outcomes, ids), log);
      return outcomes.map(() => undefined);
    },
    sizeOf: () => 1,
    maxItems: RESULT_GROUP_MAX,
    maxBytes: Number.POSITIVE_INFINITY,
    maxGathered: Number.POSITIVE_INFINITY,
    maxGatheredBytes: Number.POSITIVE_INFINITY,
    maxWriting: 1,
  });
  return { record: (outcome) => groups.add(outcome) };
}
