// Structured logs on stdout: one JSON object per line (pino). Redaction: every line has its secrets removed before it
// is written (shared/platform/redaction/).
import { type Logger as PinoLogger, pino, stdSerializers } from 'pino';
import { SERVICE_VERSION as version } from '../process/version.ts';
import { redactLine } from '../redaction/redact-line.ts';
import { onceAnOutage } from './outage-lines.ts';

/** A logger; `child({...})` binds the ids of a request or of a job. */
export type Logger = PinoLogger;

/** Options of the logger of a process. */
export interface LogOptions {
  level: string;
  /** Name of the process type, as in the Procfile. */
  process: string;
  /** Where the lines are written; stdout by default. */
  destination?: { write(line: string): void };
}

/** Creates the logger of a process. */
export function createLog({ level, process: processName, destination }: LogOptions): Logger {
  const options = {
    level,
    base: { process: processName, version },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    serializers: { err: describeError },
    hooks: { logMethod: onceAnOutage() },
  };
  return pino(options, withoutSecrets(destination ?? standardOutput()));
}

/** Every line passes here last, so a secret is removed whichever part of the program logged it. */
function withoutSecrets(destination: { write(line: string): void }): { write(line: string): void } {
  return { write: (line) => destination.write(redactLine(line)) };
}

/**
 * Node's own stdout. Pino's default destination flushes at exit (sonic-boom 4, flushSync); when the reader of the pipe
 * is gone, it retries for ever and blocks the process: a process whose supervisor was killed would never end.
 */
function standardOutput(): { write(line: string): void } {
  if (!process.stdout.listeners('error').includes(ignore)) process.stdout.on('error', ignore);
  return {
    write(line) {
      process.stdout.write(line);
    },
  };
}

/** An error here means that the reader of the log is gone. The process continues without a log. */
function ignore(): void {}

/** Removes `client`: pg adds the whole connection, with its password, to the error of an idle connection. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { client: _client, ...described } = stdSerializers.err(error);
  return described;
}
