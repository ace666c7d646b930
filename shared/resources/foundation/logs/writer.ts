// Writes request logs in the background: no request waits for its log or fails because of it. Logs are collected for a
// moment and inserted as a group. While the database is unavailable they wait, up to a limit in count and bytes; beyond
// it, or after a minute, they are dropped and counted. If the database dies while it answers an insert, the group may
// be stored twice.

import type { Counter } from 'prom-client';
import type { Queryable } from '../../../platform/db/connect.ts';
import { createGroupCommit } from '../../../platform/db/group-commit.ts';
import { isDataError } from '../../../platform/db/sqlstates.ts';
import { isDatabaseUnavailable } from '../../../platform/db/unavailable.ts';
import type { Logger } from '../../../platform/log/log.ts';
import { insertLogs } from './insert.ts';
import type { NewLog } from './log.ts';

/** Time between two inserts: a log can be read after this delay, and a busy process inserts ten times per second. */
const PAUSE_MS = 100;
const GROUP_MAX_LOGS = 500;
const GROUP_MAX_BYTES = 4 * 1024 * 1024;
/** Limits of the logs that wait in a process. */
const WAITING_MAX_LOGS = 20_000;
const WAITING_MAX_BYTES = 32 * 1024 * 1024;
/** Approximate size of a log without its bodies. */
const LOG_BYTES = 512;
/** How long a group waits for an unavailable database, and how often it tries again. */
const GIVE_UP_AFTER_MS = 60_000;
const RETRY_EVERY_MS = 500;

/** Accepts logs and writes them in the background. */
export interface LogWriter {
  /** Returns at once, and never throws. */
  add(log: NewLog): void;
  /** Writes the waiting logs with one last attempt; if the database is unavailable, they are dropped. */
  drain(): Promise<void>;
}

/** Dependencies of the writer. */
export interface LogWriterDeps {
  database: Queryable;
  metrics: { requestLogs: Counter<'outcome'> };
  log: Logger;
}

/** Creates the writer of a process. */
export function createLogWriter({ database, metrics: { requestLogs }, log }: LogWriterDeps): LogWriter {
  const patience = createPatience();
  /** @throws when the database rejects the logs, or is unavailable for too long */
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
    maxWaiting: WAITING_MAX_LOGS,
    maxWaitingBytes: WAITING_MAX_BYTES,
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

/** The pauses between attempts. A stop ends them: the current pause ends at once, and there are no further ones. */
function createPatience() {
  let hasEnded = false;
  let goOn = () => {};
  return {
    /** @returns false when the stop has begun and there is no further attempt */
    async wait(): Promise<boolean> {
      if (hasEnded) return false;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, RETRY_EVERY_MS);
        goOn = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      // After a stop one last attempt follows.
      return true;
    },
    end() {
      hasEnded = true;
      goOn();
    },
  };
}

/** @returns how many logs were dropped, and why; undefined: none */
async function insertOrSplit(
  group: readonly NewLog[],
  insert: (group: readonly NewLog[]) => Promise<void>,
): Promise<{ dropped: number; error: unknown } | undefined> {
  try {
    await insert(group);
    return undefined;
  } catch (error) {
    // A data error is caused by one log, so the others are inserted one by one.
    if (group.length === 1 || !isDataError(error)) return { dropped: group.length, error };
    let dropped = 0;
    for (const one of group) dropped += (await insertOrSplit([one], insert))?.dropped ?? 0;
    return { dropped, error };
  }
}
