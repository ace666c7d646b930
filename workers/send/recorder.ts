// Keeps outcomes until they are written (design rule 6): grouped while Postgres answers, in memory while it does
// not. The number kept is bounded by the messages in flight, since each of those holds its place until then.
import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { createGroupCommit } from '../../shared/db/group-commit.ts';
import { type RecipientOutcome, recordOutcomes } from '../../shared/resources/emails/record.ts';
import type { WorkerDeps } from '../runtime/job.ts';
import { untilWritten } from '../runtime/until-written.ts';

/** Outcomes in one transaction: also how many a killed process may leave unwritten beside its open connections. */
export const RESULT_GROUP_MAX = 100;

/**
 * Nobody waits for an outcome to be written but whoever reads the email, and a transaction costs as much as ten outcomes
 * in it. A killed process leaves as many more unwritten as come in this time.
 */
const BETWEEN_GROUPS_MS = 10;

/** Forgetting an outcome would send the mail again; so it is kept, and people are told. */
const BUG_RETRY_MS = 30_000;

type RecorderDeps = Pick<WorkerDeps, 'database' | 'ids' | 'log'>;

/** Writes outcomes. */
export interface Recorder {
  /** Resolves when the outcome is in the database, or given up because of a stop. */
  record(outcome: RecipientOutcome): Promise<void>;
  /**
   * Waits no longer for a bug to be repaired: what cannot be written now is given up. Its row is freed with the lease
   * of the process and counted as a possible duplicate. What only waits for Postgres is kept.
   */
  stop(): void;
}

/**
 * Creates the recorder of a process.
 * @param options shorter in tests
 */
export function createRecorder(deps: RecorderDeps, { bugRetryMs } = { bugRetryMs: BUG_RETRY_MS }): Recorder {
  const groups = createGroupCommit<RecipientOutcome, boolean>({
    write: (outcomes) => writeGroup(deps, outcomes),
    maxItems: RESULT_GROUP_MAX,
    maxWriting: 1,
    pauseMs: BETWEEN_GROUPS_MS,
  });
  const stopping = new AbortController();
  // One for each outcome that waits.
  setMaxListeners(0, stopping.signal);
  return {
    async record(outcome) {
      // Outside of its group, so that an outcome which cannot be written keeps no other one waiting.
      while (!(await groups.add(outcome))) {
        if (stopping.signal.aborted) {
          deps.log.error({ outcome }, 'an outcome is lost: it could not be written before the stop');
          return;
        }
        await pause(bugRetryMs, stopping.signal);
      }
    },
    stop: () => stopping.abort(),
  };
}

/** Ends early at a stop, and the outcome has one more try. */
async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await delay(milliseconds, undefined, { signal }).catch(() => undefined);
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
