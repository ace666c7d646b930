// Keeps outcomes until they are written (design rule 6): grouped while Postgres answers, in memory while it does
// not. The number kept is bounded by the messages in flight, since each of those holds its place until then.
import { setTimeout as delay } from 'node:timers/promises';
import { createGroupCommit } from '../../shared/db/group-commit.ts';
import { type RecipientOutcome, recordOutcomes } from '../../shared/resources/emails/record.ts';
import type { WorkerDeps } from '../runtime/job.ts';
import { untilWritten } from '../runtime/until-written.ts';

/** Outcomes in one transaction: also how many a killed process may leave unwritten beside its open connections. */
export const RESULT_GROUP_MAX = 100;

/** Forgetting an outcome would send the mail again; so it is kept, and people are told. */
const BUG_RETRY_MS = 30_000;

type RecorderDeps = Pick<WorkerDeps, 'database' | 'ids' | 'log'>;

/** Writes outcomes. */
export interface Recorder {
  /** Resolves when the outcome is in the database. */
  record(outcome: RecipientOutcome): Promise<void>;
}

/** Creates the recorder of a process. */
export function createRecorder(deps: RecorderDeps): Recorder {
  const groups = createGroupCommit<RecipientOutcome, void>({
    async write(outcomes) {
      await writeSurely(deps, outcomes);
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

/** A group that cannot be written is written one by one; what then cannot be written is a bug that waits. */
async function writeSurely(deps: RecorderDeps, outcomes: readonly RecipientOutcome[]): Promise<void> {
  const { database, ids, log } = deps;
  try {
    await untilWritten(() => recordOutcomes(database, outcomes, ids), log);
  } catch (error) {
    if (outcomes.length > 1) {
      for (const outcome of outcomes) await writeSurely(deps, [outcome]);
      return;
    }
    log.error({ err: error, recipient: outcomes[0]?.recipientId }, 'an outcome cannot be written');
    await delay(BUG_RETRY_MS);
    await writeSurely(deps, outcomes);
  }
}
