// Keeps outcomes in memory until they are written (docs/architecture/guarantees.md#outcomes), in groups (group commit)
// while Postgres answers. Memory is bounded by the work in flight, because each outcome holds its place until it is
// written. Sending and webhooks both record this way.
import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { createGroupCommit } from '../../../shared/platform/db/group-commit.ts';
import type { Logger } from '../../../shared/platform/log/log.ts';
import { isPassingError } from '../passing-errors.ts';
import { untilWritten } from './until-written.ts';

/**
 * Pause between two groups, in milliseconds. No client waits for an outcome to be written, and a transaction costs as
 * much as ten outcomes in it. A killed process leaves those outcomes unwritten that arrive in this time.
 */
const BETWEEN_GROUPS_MS = 10;

/** Retry interval for an outcome that a bug keeps from being written: dropping it would repeat the work. */
const BUG_RETRY_MS = 30_000;

/** How outcomes are written. */
export interface WriteOptions<Outcome> {
  /** Writes a group in one transaction; must be safe to repeat. */
  write(outcomes: readonly Outcome[]): Promise<void>;
  /** Fields that identify an outcome in the log. */
  describe(outcome: Outcome): Record<string, unknown>;
  log: Logger;
  /** Ends the wait for the database; absent: it never ends. */
  stopping?: AbortSignal;
}

/** The outcomes that are recorded, and how. */
export interface RecorderOptions<Outcome> extends WriteOptions<Outcome> {
  /** Outcomes per transaction; a killed process may leave as many unwritten, in addition to its open connections. */
  groupMax: number;
  /** Shorter in tests. */
  bugRetryMs?: number;
}

/** Records outcomes. */
export interface Recorder<Outcome> {
  /** Resolves when the outcome is in the database, or was given up because of a stop. */
  record(outcome: Outcome): Promise<void>;
  /**
   * Stops the retries of outcomes that cannot be written because of a bug: each gets one more try. The row of a lost
   * outcome is freed with the lease of the process and counted as a possible duplicate. Outcomes that wait only for
   * Postgres stay.
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
  // One listener for each outcome that waits.
  setMaxListeners(0, stopping.signal);
  return {
    async record(outcome) {
      // Retried outside of its group, so that an outcome which cannot be written delays no other.
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

/** Ends early at a stop; the outcome then gets one more try. */
async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await delay(milliseconds, undefined, { signal }).catch(() => undefined);
}

/**
 * Writes a group; if that fails, its outcomes one by one.
 * @returns for each outcome whether it is written
 * @throws the error of a database that is away, at a stop
 */
export async function writeGroup<Outcome>(
  options: WriteOptions<Outcome>,
  outcomes: readonly Outcome[],
): Promise<boolean[]> {
  const { write, describe, log, stopping } = options;
  try {
    await untilWritten(() => write(outcomes), log, stopping);
    return outcomes.map(() => true);
  } catch (error) {
    if (isPassingError(error)) throw error;
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
