// The life of a process: start, tell a supervisor that it is ready, run, and stop within the time that a
// platform grants (Heroku kills after 30 s). Signals are turned into one orderly stop in this file only.

import { type Config, ConfigError, loadConfig } from '../config/config.ts';
import { createLog, type Logger } from '../log/log.ts';

/** Longest orderly stop; then the process ends all the same (design rule 11). */
const STOP_TIMEOUT_MS = 25_000;
/** Exit code of a bad configuration (sysexits.h, EX_CONFIG): a supervisor need not try again. */
export const EXIT_CONFIG = 78;

/** A started process. */
export interface Running {
  /** What a supervisor learns with the word ready, for example the port that was picked. */
  announcement?: Record<string, unknown>;
  /** Takes nothing new, finishes what is in flight, closes every connection. */
  stop(): Promise<void>;
}

/** What `start` is given. */
export interface ProcessContext {
  config: Config;
  log: Logger;
  /** Asks for the orderly stop from within, for example when a worker makes no progress. */
  requestStop(exitCode: number): void;
}

/**
 * Runs a process until it is told to stop: by SIGTERM, by SIGINT, or because its supervisor is gone.
 * A supervisor that gave it an IPC channel receives `{type: 'ready', ...announcement}`.
 * @param name process type as in the Procfile
 * @param start makes everything; what it throws ends the process with code 1 (78 for a bad configuration)
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
    // A failure during the stop counts too.
    exitCode ||= code;
    if (stopping) return;
    stopping = true;
    log.info({ reason }, 'stopping');
    // It keeps the process alive: with nothing else left, a stop that hangs would pass for one that ended well.
    setTimeout(() => process.exit(exitCode || 1), stopTimeoutMs);
    Promise.resolve(running?.stop()).then(
      () => process.exit(exitCode),
      (error: unknown) => {
        log.error({ err: error }, 'the orderly stop failed');
        process.exit(1);
      },
    );
  };
  process.once('SIGTERM', () => stop(0, 'SIGTERM'));
  process.once('SIGINT', () => stop(0, 'SIGINT'));
  process.once('disconnect', () => stop(0, 'the supervisor is gone'));
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'a bug: nobody caught this error');
    stop(1, 'uncaught error');
  });
  // Node's own, and ours of code that has no logger and nobody to throw at (transaction.ts).
  process.on('warning', (warning) => log.warn({ err: warning }, 'a warning'));
  try {
    const config = loadConfig(process.env);
    log = createLog({ level: config.logLevel, process: name });
    running = await start({ config, log, requestStop: (code) => stop(code, 'asked from within') });
    process.send?.({ type: 'ready', ...running.announcement });
    log.info(running.announcement ?? {}, 'ready');
  } catch (error) {
    if (error instanceof ConfigError) log.fatal(error.message);
    else log.fatal({ err: error }, 'could not start');
    process.exit(error instanceof ConfigError ? EXIT_CONFIG : 1);
  }
}
