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

/**
 * Creates the recorder of a process.
 * @param options shorter in tests
 */
export function createRecorder(deps: RecorderDeps, { bugRetryMs } = { bugRetryMs: BUG_RETRY_MS }): Recorder {
  const groups = createGroupCommit<RecipientOutcome, boolean>({
    write: (outcomes) => writeGroup(deps, outcomes),
    sizeOf: () => 1,
    maxItems: RESULT_GROUP_MAX,
    maxBytes: Number.POSITIVE_INFINITY,
    maxGathered: Number.POSITIVE_INFINITY,
    maxGatheredBytes: Number.POSITIVE_INFINITY,
    maxWriting: 1,
  });
  return {
    async record(outcome) {
      // Outside of its group, so that an outcome which cannot be written keeps no other one waiting.
      while (!(await groups.add(outcome))) await delay(bugRetryMs);
    },
  };
}

/** A group that cannot be written is written one by one. @returns for each outcome whether it is written */
async function writeGroup(
  { database, ids, log }: RecorderDeps,
  outcomes: readonly RecipientOutcome[],
): Promise<boolean[]> {
  try {
    await untilWritten(() => recordOutcomes(database, outcomes, ids), log);
    return outcomes.map(() => true);
  } catch (error) {
    if (outcomes.length === 1) {
      log.error({ err: error, recipient: outcomes[0]?.recipientId }, 'an outcome cannot be written');
      return [false];
    }
    const written: boolean[] = [];
    for (const outcome of outcomes) written.push(...(await writeGroup({ database, ids, log }, [outcome])));
    return written;
  }
}
