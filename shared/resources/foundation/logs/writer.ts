// Writes request logs in the background (shared/platform/db/background/background-writer.ts): no request waits for its log
// or fails because of it. While the database is unavailable logs wait, up to a limit in count and bytes; beyond it, or
// after a minute, they are dropped and counted. If the database dies while it answers an insert, the group may be stored
// twice.

import type { Counter } from 'prom-client';
import {
  type BackgroundWriter,
  createBackgroundWriter,
} from '../../../platform/db/background/background-writer.ts';
import type { Queryable } from '../../../platform/db/connect.ts';
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
/** How long a group waits for an unavailable database. */
const GIVE_UP_AFTER_MS = 60_000;

/** Accepts logs and writes them in the background. */
export type LogWriter = BackgroundWriter<NewLog>;

/** Dependencies of the writer. */
export interface LogWriterDeps {
  database: Queryable;
  metrics: { requestLogs: Counter<'outcome'> };
  log: Logger;
}

/** Creates the writer of a process. */
export function createLogWriter({ database, metrics: { requestLogs }, log }: LogWriterDeps): LogWriter {
  return createBackgroundWriter<NewLog>({
    insert: (group) => insertLogs(database, group),
    sizeOf: ({ requestBody, responseBody, ignoredParameters }) =>
      [requestBody, responseBody, ignoredParameters].reduce(
        (sum, text) => sum + (text?.length ?? 0),
        LOG_BYTES,
      ),
    maxItems: GROUP_MAX_LOGS,
    maxBytes: GROUP_MAX_BYTES,
    maxWaiting: WAITING_MAX_LOGS,
    maxWaitingBytes: WAITING_MAX_BYTES,
    pauseMs: PAUSE_MS,
    giveUpAfterMs: GIVE_UP_AFTER_MS,
    onWritten: (count) => requestLogs.inc({ outcome: 'written' }, count),
    onDropped(dropped, error) {
      requestLogs.inc({ outcome: 'dropped' }, dropped);
      if (error !== undefined) log.warn({ err: error, dropped }, 'request logs could not be written');
    },
  });
}
