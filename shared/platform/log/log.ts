// Structured logs on stdout, one JSON object a line, with secrets removed before they are written (redaction/).
import { type Logger as PinoLogger, pino, stdSerializers } from 'pino';
import { redactLine } from '../redaction/redact-line.ts';

/** A logger; `child({...})` binds the ids of a request or of a job. */
export type Logger = PinoLogger;

/** What a process tells its logger. */
export interface LogOptions {
  level: string;
  /** Name of the process type, as in the Procfile. */
  process: string;
  /** Where lines go; stdout by default. */
  destination?: { write(line: string): void };
}

/** Creates the logger of a process. */
export function createLog({ level, process: processName, destination }: LogOptions): Logger {
  const options = {
    level,
    base: { process: processName },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    serializers: { err: describeError },
  };
  return pino(options, withoutSecrets(destination ?? standardOutput()));
}

/** The last place that every line passes, whoever has put what into it. */
function withoutSecrets(destination: { write(line: string): void }): { write(line: string): void } {
  return { write: (line) => destination.write(redactLine(line)) };
}

/**
 * Node's own stdout. Pino's default destination retries for ever, blocking the process, when the reader of a pipe is
 * gone and it flushes at exit (sonic-boom 4, flushSync): a process whose supervisor was killed would never end.
 */
function standardOutput(): { write(line: string): void } {
  if (!process.stdout.listeners('error').includes(ignore)) process.stdout.on('error', ignore);
  return {
    write(line) {
      process.stdout.write(line);
    },
  };
}

/** Nobody reads the log any more; that is no reason to fall over. */
function ignore(): void {}

/** Postgres hangs its connection, secrets included, on the error of an idle one. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { client: _client, ...described } = stdSerializers.err(error);
  return described;
}
