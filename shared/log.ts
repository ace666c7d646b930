// Structured logs on stdout, one JSON object a line, with secrets removed before they are written.
import { type Logger as PinoLogger, pino, stdSerializers } from 'pino';

/** A logger; `child({...})` binds the ids of a request or of a job. */
export type Logger = PinoLogger;

/** Keys that hold a secret: credentials of callers, and our own in configuration and options of connections. */
const SECRET_KEYS = [
  'authorization',
  'cookie',
  'password',
  'secret',
  'token',
  'apiKey',
  'api_key',
  'secretKey',
  'opsToken',
  'databaseUrl',
  'redisUrl',
  'connectionString',
];

/** Paths that are never written, at the places where libraries and our code put them. */
const REDACTED_PATHS = [
  ...SECRET_KEYS,
  ...SECRET_KEYS.map((key) => `*.${key}`),
  'req.headers.authorization',
  'req.headers.cookie',
  'res.headers["set-cookie"]',
  // Redis hangs the command that failed on its error; that of AUTH is the password.
  'err.command.args',
  'err.*.command.args',
];

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
    redact: { paths: REDACTED_PATHS, censor: '[redacted]' },
  };
  return pino(options, destination ?? standardOutput());
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
