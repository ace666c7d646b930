// Lifecycle of a process: start, report readiness to a supervisor, run, and graceful shutdown within the time that a
// platform grants (Heroku kills after 30 s). It is the only file that handles signals. Uncaught errors and a supervisor
// that has disappeared lead to the same graceful shutdown. See docs/architecture/guarantees.md#shutdown.

import { type Config, ConfigError, loadConfig } from '../config/config.ts';
import { describeDatabaseFailure } from '../db/describe-failure.ts';
import { createLog, type Logger } from '../log/log.ts';

/** Longest graceful shutdown; after it the process exits at once. */
const STOP_TIMEOUT_MS = 25_000;
/** Exit code of an invalid configuration (sysexits.h, EX_CONFIG): to start it again would not help. */
export const EXIT_CONFIG = 78;

/** A started process. */
export interface Running {
  /** Sent to the supervisor with the message `ready`, for example the port that was picked. */
  announcement?: Record<string, unknown>;
  /** Accepts nothing new, finishes what is running, closes every connection. */
  stop(): Promise<void>;
}

/** The argument of `start`. */
export interface ProcessContext {
  config: Config;
  log: Logger;
  /** Starts the graceful shutdown from inside the process, for example when a worker makes no progress. */
  requestStop(exitCode: number): void;
}

/**
 * Runs a process until it must stop: at SIGTERM, at SIGINT, after an uncaught error, or when its supervisor has disappeared.
 * A supervisor that gave it an IPC channel receives `{type: 'ready', ...announcement}`.
 * @param name process type as in the Procfile
 * @param start creates everything; an error ends the process with code 1 (78 for an invalid configuration)
 * @param stopTimeoutMs shorter in tests
 */
export async function runProcess(
  name: string,
  start: (context: ProcessContext) => Promise<Running>,
  stopTimeoutMs = STOP_TIMEOUT_MS,
): Promise<void> {
  let log = createLog({ level: 'info', process: name });
  let running: Running | undefined;
  let stopping = false;
  let exitCode = 0;
  const stop = (code: number, reason: string) => {
    // A failure during the shutdown counts too.
    exitCode ||= code;
    if (stopping) return;
    stopping = true;
    log.info({ reason }, 'stopping');
    // This timer keeps the process alive. Without it, a shutdown that hangs with an empty event loop would exit with 0.
    setTimeout(() => process.exit(exitCode || 1), stopTimeoutMs);
    Promise.resolve(running?.stop()).then(
      () => process.exit(exitCode),
      (error: unknown) => {
        log.error({ err: error }, 'the graceful shutdown failed');
        process.exit(1);
      },
    );
  };
  process.once('SIGTERM', () => stop(0, 'SIGTERM'));
  process.once('SIGINT', () => stop(0, 'SIGINT'));
  process.once('disconnect', () => stop(0, 'the supervisor is gone'));
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught error: this is a bug');
    stop(1, 'uncaught error');
  });
  // Warnings of Node, and of our code that has no logger and no caller to throw to (transaction.ts).
  process.on('warning', (warning) => log.warn({ err: warning }, 'warning of the process'));
  try {
    const config = loadConfig(process.env);
    log = createLog({ level: config.logLevel, process: name });
    running = await start({ config, log, requestStop: (code) => stop(code, 'requested by the process') });
    process.send?.({ type: 'ready', ...running.announcement });
    log.info(running.announcement ?? {}, 'ready');
  } catch (error) {
    const sentence = error instanceof ConfigError ? error.message : describeDatabaseFailure(error);
    if (sentence === undefined) log.fatal({ err: error }, 'could not start');
    else log.fatal(sentence);
    process.exit(error instanceof ConfigError ? EXIT_CONFIG : 1);
  }
}
