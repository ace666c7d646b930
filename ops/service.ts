// Finds the service to operate: the one whose database DATABASE_URL names, otherwise the `npm start` that runs on the
// data directory, which writes its addresses and secrets to `dev.json` there (dev/announcement.ts).
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseUrl } from '../shared/platform/addresses/parse-url.ts';
import {
  type Config,
  ConfigError,
  listConfigProblems,
  loadConfig,
} from '../shared/platform/config/config.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The variables that the verbs use. Others may be invalid without disturbing a verb; `check` checks all of them. */
const USED = [
  'DATABASE_URL',
  'SECRET_KEY',
  'SECRET_KEY_PREVIOUS',
  'REDIS_URL',
  'QUEUE_PREFIX',
  'PUBLIC_URL',
  'MAIL_HOSTNAME',
  'SPF_INCLUDE',
  'SMTP_URL',
  'SMTP_DELIVERY',
  'MX_SOURCES',
  'MX_PORT',
  'SIMULATOR_DOMAIN',
  'DNS_SERVERS',
  'ALERT_TO',
  'ALERT_SMTP_URL',
  'AI_URL',
  'AI_API_KEY',
  'AI_MODEL',
  'AI_TIMEOUT_MS',
  'DEVELOPMENT_DNS',
  'EMAIL_RETENTION_DAYS',
  'EVENT_RETENTION_DAYS',
  'WEBHOOK_RETENTION_DAYS',
  'LOG_RETENTION_DAYS',
  'RECEIVED_RETENTION_DAYS',
  'CAMPAIGN_RETENTION_DAYS',
  'CLOCK_OFFSET_MS',
] as const;

/** The service and its configuration. */
export interface Service
  extends Pick<
    Config,
    | 'databaseUrl'
    | 'secretKeys'
    | 'redisUrl'
    | 'queuePrefix'
    | 'publicUrl'
    | 'mailHostname'
    | 'spfMechanisms'
    | 'certificateIssuer'
    | 'smtpUrl'
    | 'smtpDelivery'
    | 'mx'
    | 'simulatorDomains'
    | 'dnsServers'
    | 'ai'
    | 'alerts'
    | 'developmentDns'
    | 'retentionDays'
    | 'clockOffsetMs'
  > {
  /** All variables of the environment, empty ones too, with what `dev.json` adds. */
  environment: Environment;
}

/** The part of `dev.json` that is used here. */
interface LocalStack {
  databaseUrl?: string;
  secretKey?: string;
  redisUrl?: string;
  queuePrefix?: string;
  apiUrl?: string;
  inboxSmtp?: { host: string; port: number };
  outgoing?: Environment;
  dnsServer?: string;
  queuesUrl?: string;
}

/** A variable that the verbs use is invalid. */
export class InvalidServiceError extends ConfigError {
  /** Everything that is wrong with the environment, as sentences. */
  readonly problems: readonly string[];

  constructor(message: string, problems: readonly string[]) {
    super(message);
    this.problems = problems;
  }
}

/** Finds the service. @throws ConfigError when there is none, InvalidServiceError when it is configured wrongly */
export async function findService(given: Environment): Promise<Service> {
  const stack = await readLocalStack(path.resolve(given['DATA_DIR'] || '.posthorn'));
  const databaseUrl = given['DATABASE_URL'] || stack?.databaseUrl;
  if (databaseUrl === undefined) {
    throw new ConfigError('No service was found. Run npm start, or set DATABASE_URL.');
  }
  // The secrets and addresses of `npm start` do not fit another database.
  const known = databaseUrl === stack?.databaseUrl ? stack : undefined;
  const set = { ...variablesOf(known), ...withoutEmpty(given), DATABASE_URL: databaseUrl };
  const environment = { ...given, ...set };
  return { ...loadUsed(set, environment), environment };
}

function loadUsed(set: Environment, environment: Environment): Config {
  try {
    return loadConfig(Object.fromEntries(USED.map((name) => [name, set[name]])));
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw new InvalidServiceError(error.message, listConfigProblems(environment));
  }
}

/** The variables with which `npm start` runs its processes. */
function variablesOf(stack: LocalStack | undefined): Environment {
  if (!stack) return {};
  const { secretKey, redisUrl, queuePrefix, apiUrl, inboxSmtp, outgoing, dnsServer, queuesUrl } = stack;
  return {
    SECRET_KEY: secretKey,
    REDIS_URL: redisUrl,
    QUEUE_PREFIX: queuePrefix,
    PUBLIC_URL: apiUrl,
    OPS_TOKEN: parseUrl(queuesUrl ?? '')?.searchParams.get('token') ?? undefined,
    DEVELOPMENT_DNS: dnsServer,
    ...(outgoing ?? { SMTP_URL: inboxSmtp && `smtp://${inboxSmtp.host}:${inboxSmtp.port}` }),
  };
}

/** To a verb, an empty variable is not set. */
function withoutEmpty(given: Environment): Environment {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
}

async function readLocalStack(dataDir: string): Promise<LocalStack | undefined> {
  try {
    return JSON.parse(await readFile(path.join(dataDir, 'dev.json'), 'utf8'));
  } catch {
    return undefined;
  }
}
