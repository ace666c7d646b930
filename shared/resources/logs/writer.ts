// Writes logs beside the requests that they tell of: no request waits for its log, and none fails for it. Logs gather
// for a moment and are written many at a time. While the database is away they wait, within bounds; beyond these, or
// when it stays away, they are dropped and counted. One that dies while it answers may leave a group twice.

import type { Queryable } from '../../platform/db/connect.ts';
import { createGroupCommit } from '../../platform/db/group-commit.ts';
import { isDataError } from '../../platform/db/sqlstates.ts';
import { isDatabaseUnavailable } from '../../platform/db/unavailable.ts';
import type { Logger } from '../../platform/log/log.ts';
import type { Metrics } from '../service-metrics.ts';
import { insertLogs } from './insert.ts';
import type { NewLog } from './log.ts';

/** Between two writes: a log can be read this much later, and a busy process writes ten times a second. */
const PAUSE_MS = 100;
const GROUP_MAX_LOGS = 500;
const GROUP_MAX_BYTES = 4 * 1024 * 1024;
/** What may wait in a process. */
const GATHERED_MAX_LOGS = 20_000;
const GATHERED_MAX_BYTES = 32 * 1024 * 1024;
/** What a log takes beside its bodies, about. */
const LOG_BYTES = 512;
/** How long a group waits for a database that is away, and how often it asks. */
const GIVE_UP_AFTER_MS = 60_000;
const RETRY_EVERY_MS = 500;

/** Takes logs. */
export interface LogWriter {
  /** Returns at once, and never throws. */
  add(log: NewLog): void;
  /** Writes what has gathered; what a database that is away does not take is dropped. */
  drain(): Promise<void>;
}

/** What a writer needs. */
export interface LogWriterDeps {
  database: Queryable;
  metrics: Pick<Metrics, 'requestLogs'>;
  log: Logger;
}

/** Creates the writer of a process. */
export function createLogWriter({ database, metrics: { requestLogs }, log }: LogWriterDeps): LogWriter {
  const patience = createPatience();
  /** @throws when the database refuses them, or stays away for too long */
  const insert = async (group: readonly NewLog[]): Promise<void> => {
    const startedAtMs = performance.now();
    for (;;) {
      try {
        return await insertLogs(database, group);
      } catch (error) {
        const isLate = performance.now() - startedAtMs > GIVE_UP_AFTER_MS;
        if (isLate || !isDatabaseUnavailable(error) || !(await patience.wait())) throw error;
      }
    }
  };
  const write = async (group: readonly NewLog[]): Promise<[]> => {
    const failure = await insertOrSplit(group, insert);
    const dropped = failure?.dropped ?? 0;
    if (group.length > dropped) requestLogs.inc({ outcome: 'written' }, group.length - dropped);
    if (failure) {
      requestLogs.inc({ outcome: 'dropped' }, dropped);
      log.warn({ err: failure.error, dropped }, 'request logs could not be written');
    }
    return [];
  };
  const groups = createGroupCommit<NewLog, void>({
    write,
    sizeOf: ({ requestBody, responseBody }) =>
      LOG_BYTES + (requestBody?.length ?? 0) + (responseBody?.length ?? 0),
    maxItems: GROUP_MAX_LOGS,
    maxBytes: GROUP_MAX_BYTES,
    maxGathered: GATHERED_MAX_LOGS,
    maxGatheredBytes: GATHERED_MAX_BYTES,
    maxWriting: 1,
    pauseMs: PAUSE_MS,
  });
  return {
    add(one) {
      groups.add(one).catch(() => requestLogs.inc({ outcome: 'dropped' }));
    },
    async drain() {
      patience.end();
      await groups.drain();
    },
  };
}

/** Waiting for the database, until a stop ends it: from then on every wait is over at once and in vain. */
function createPatience() {
  let hasEnded = false;
  let goOn = () => {};
  return {
    /** @returns false when there is no more waiting */
    async wait(): Promise<boolean> {
      if (hasEnded) return false;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, RETRY_EVERY_MS);
        goOn = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      // The last try is the one behind the end.
      return true;
    },
    end() {
      hasEnded = true;
      goOn();
    },
  };
}

/** @returns what was lost, and why */
async function insertOrSplit(
  group: readonly NewLog[],
  insert: (group: readonly NewLog[]) => Promise<void>,
): Promise<{ dropped: number; error: unknown } | undefined> {
  try {
    await insert(group);
    return undefined;
  } catch (error) {
    // Bad data is one log's fault, not its group's.
    if (group.length === 1 || !isDataError(error)) return { dropped: group.length, error };
    let dropped = 0;
    for (const one of group) dropped += (await insertOrSplit([one], insert))?.dropped ?? 0;
    return { dropped, error };
  }
}
