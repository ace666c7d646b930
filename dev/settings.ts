// The settings of `npm start`, from the environment. The processes that it starts read their own configuration
// (shared/platform/config/config.ts); this file has only the settings of the local stack around them.
import path from 'node:path';
import { pino } from 'pino';
import { LOCAL_MAIL_HOSTNAME } from './dns/record-store.ts';
import { START_PORTS } from './processes/ports.mjs';
import { IS_PACKAGED, START_COMMAND } from './start-command.ts';
import { StartError } from './start-error.ts';

/** Settings of the local stack. */
export interface Settings {
  dataDir: string;
  /** If absent, `npm start` runs its own Postgres. */
  databaseUrl: string | undefined;
  /** Directory of Postgres programs to use instead of the packaged ones. */
  postgresBinDir: string | undefined;
  /** Address on which the API listens. */
  host: string;
  port: number;
  inboxPort: number;
  inboxSmtpPort: number;
  /** The port of the SMTP server for incoming mail. */
  inboundPort: number;
  /** The ports of the SMTP servers for mail from programs: with STARTTLS, and with TLS from the first byte. */
  submissionPort: number;
  submissionsPort: number;
  /** The port of the development DNS, UDP and TCP. */
  dnsPort: number;
  firstDomain: string;
  /** Value of MAIL_HOSTNAME for the processes. */
  mailHostname: string;
  /** If absent: warnings and errors, and unless `isQuiet` what processes/activity.ts shows. */
  logLevel: string | undefined;
  isQuiet: boolean;
  /** The key from the environment; if absent, generated once and stored. */
  secretKey: string | undefined;
  opsToken: string | undefined;
  /** The Redis of the queues; if absent, they are in Postgres. */
  redisUrl: string | undefined;
  queuePrefix: string | undefined;
  /** Value of DEVELOPMENT_FILE for the processes: `''` keeps pages from naming the key; if absent, the file of this start. */
  developmentFile: string | undefined;
  /** Value of RATE_LIMIT_PER_MINUTE for the processes, which check it. */
  rateLimitPerMinute: string;
  /**
   * SMTP_URL, and the variables with it: mail leaves this machine. The processes check them; if absent, all mail arrives in
   * the inbox.
   */
  outgoing: Readonly<Record<string, string>> | undefined;
}

/** The variables among them that `npm run ops` needs; the processes inherit all variables. */
const OUTGOING = ['SMTP_URL', 'MX_SOURCES', 'MX_PORT'] as const;
/** The tests of a program send more than the 60 requests per minute of production. */
const RATE_LIMIT_PER_MINUTE = '6000';
const QUIET = '--quiet';
const MAX_PORT = 65_535;
const LOG_LEVELS = [...Object.keys(pino.levels.values), 'silent'];
const DOMAIN_NAME = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/;

/**
 * Reads the settings.
 * @param flags of the command: `--quiet` or none
 * @throws StartError naming the variable or the flag that is wrong
 */
export function readSettings(environment: NodeJS.ProcessEnv, flags: readonly string[] = []): Settings {
  const unknown = flags.find((flag) => flag !== QUIET);
  if (unknown !== undefined)
    throw new StartError(
      `${START_COMMAND} does not know ${unknown}; its one flag is ${QUIET}${IS_PACKAGED ? '' : ` (npm start -- ${QUIET})`}.`,
    );
  if (environment['NODE_ENV'] === 'production') {
    throw new StartError(
      `In production run the processes of the Procfile (docs/operations.md): ${START_COMMAND} is for development only.`,
    );
  }
  return {
    dataDir: path.resolve(environment['DATA_DIR'] || '.posthorn'),
    databaseUrl: environment['DATABASE_URL'] || undefined,
    postgresBinDir: environment['POSTGRES_BIN_DIR'] || undefined,
    host: environment['HOST'] || '127.0.0.1',
    port: readPort(environment, 'PORT'),
    inboxPort: readPort(environment, 'INBOX_PORT'),
    inboxSmtpPort: readPort(environment, 'INBOX_SMTP_PORT'),
    inboundPort: readPort(environment, 'INBOUND_PORT'),
    submissionPort: readPort(environment, 'SUBMISSION_PORT'),
    submissionsPort: readPort(environment, 'SUBMISSIONS_PORT'),
    dnsPort: readPort(environment, 'DNS_PORT'),
    firstDomain: readDomain(environment, 'FIRST_DOMAIN', 'posthorn.local'),
    mailHostname: environment['MAIL_HOSTNAME'] || LOCAL_MAIL_HOSTNAME,
    logLevel: readLogLevel(environment),
    isQuiet: flags.includes(QUIET),
    secretKey: environment['SECRET_KEY'] || undefined,
    opsToken: environment['OPS_TOKEN'] || undefined,
    redisUrl: environment['REDIS_URL'] || undefined,
    queuePrefix: environment['QUEUE_PREFIX'] || undefined,
    developmentFile: environment['DEVELOPMENT_FILE'],
    rateLimitPerMinute: environment['RATE_LIMIT_PER_MINUTE'] || RATE_LIMIT_PER_MINUTE,
    outgoing: readOutgoing(environment),
  };
}

function readOutgoing(environment: NodeJS.ProcessEnv): Settings['outgoing'] {
  if (!environment['SMTP_URL']) return undefined;
  return Object.fromEntries(
    OUTGOING.flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])),
  );
}

function readPort(environment: NodeJS.ProcessEnv, variable: keyof typeof START_PORTS): number {
  const text = environment[variable] || String(START_PORTS[variable].port);
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= MAX_PORT) return port;
  throw new StartError(`${variable} must be a port from 0 to ${MAX_PORT}; it is "${text}".`);
}

function readLogLevel(environment: NodeJS.ProcessEnv): string | undefined {
  const level = environment['LOG_LEVEL'] || undefined;
  if (level === undefined || LOG_LEVELS.includes(level)) return level;
  throw new StartError(`LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}; it is "${level}".`);
}

function readDomain(environment: NodeJS.ProcessEnv, variable: string, fallback: string): string {
  const name = (environment[variable] || fallback).toLowerCase();
  if (DOMAIN_NAME.test(name)) return name;
  throw new StartError(`${variable} must be a domain name such as example.com; it is "${name}".`);
}
