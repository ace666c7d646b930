// Keeps outcomes until they are written (design rule 6): grouped while Postgres answers, in memory while it does
// not. The number kept is bounded by what is in flight, since each of it holds its place until then. Sending and webhooks
// record so.
import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { createGroupCommit } from '../../shared/platform/db/group-commit.ts';
import type { Logger } from '../../shared/platform/log/log.ts';
import { untilWritten } from './until-written.ts';

/**
 * Nobody waits for an outcome to be written but whoever reads the email, and a transaction costs as much as ten outcomes
 * in it. A killed process leaves as many more unwritten as come in this time.
 */
const BETWEEN_GROUPS_MS = 10;

/** Forgetting an outcome would do the work again; so it is kept, and people are told. */
const BUG_RETRY_MS = 30_000;

/** What is recorded, and how. */
export interface RecorderOptions<Outcome> {
  /** Writes a group in one transaction; safe to repeat. */
  write(outcomes: readonly Outcome[]): Promise<void>;
  /** Names an outcome in the log. */
  describe(outcome: Outcome): Record<string, unknown>;
  /** Outcomes in one transaction: also how many a killed process may leave unwritten beside what is on the wire. */
  groupMax: number;
  log: Logger;
  /** Shorter in tests. */
  bugRetryMs?: number;
}

/** Writes outcomes. */
export interface Recorder<Outcome> {
  /** Resolves when the outcome is in the database, or given up because of a stop. */
  record(outcome: Outcome): Promise<void>;
  /**
   * Waits no longer for a bug to be repaired: what cannot be written now is given up. Its row is freed with the lease
   * of the process and counted as a possible duplicate. What only waits for Postgres is kept.
   */
  stop(): void;
}

/** Creates a recorder. */
export function createRecorder<Outcome>(options: RecorderOptions<Outcome>): Recorder<Outcome> {
  const { groupMax, log, bugRetryMs = BUG_RETRY_MS } = options;
  const groups = createGroupCommit<Outcome, boolean>({
    write: (outcomes) => writeGroup(options, outcomes),
    maxItems: groupMax,
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
          log.error({ outcome }, 'an outcome is lost: it could not be written before the stop');
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
async function writeGroup<Outcome>(
  options: RecorderOptions<Outcome>,
  outcomes: readonly Outcome[],
): Promise<boolean[]> {
  const { write, describe, log } = options;
  try {
    await untilWritten(() => write(outcomes), log);
    return outcomes.map(() => true);
  } catch (error) {
    const [only] = outcomes;
    if (only && outcomes.length === 1) {
      log.error({ err: error, ...describe(only) }, 'an outcome cannot be written');
      return [false];
    }
    const written: boolean[] = [];
    for (const outcome of outcomes) written.push(...(await writeGroup(options, [outcome])));
    return written;
  }
}
