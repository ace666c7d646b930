// Configuration of a process: read from environment variables only (twelve-factor), once, in each process's main.ts. An
// invalid value ends the process with one sentence that names the variable.
import Joi from 'joi';
import type { OutboundReach } from '../addresses/allowed-address.ts';
import type { SecretKeys } from '../security/secret-keys.ts';
import { AI_VARIABLES, type AiSettings, aiSettings } from './ai-settings.ts';
import { ALERT_VARIABLES, type AlertSettings } from './alert-settings.ts';
import { type ConfigValues, type Environment, listConflicts } from './conflicts.ts';
import { INBOUND_VARIABLES, type InboundSettings, inboundSettings } from './inbound-settings.ts';
import { MX_VARIABLES, type MxSettings, mxSettings, spfOfSources } from './mx-settings.ts';
import { RETENTION_VARIABLES, type RetentionDays, retentionDays } from './retention-settings.ts';
import { SECRET_KEY_VARIABLES, secretKeys } from './secret-key-settings.ts';
import { SUBMISSION_VARIABLES, type SubmissionSettings, submissionSettings } from './submission-settings.ts';
import {
  publicHost,
  readDatabaseUrl,
  readDevelopmentDns,
  readDnsServers,
  readHostName,
  readLoopbackDns,
  readSimulatorDomains,
  readSpfMechanisms,
  requireProxyList,
  requireRedisUrl,
} from './variable-values.ts';

/** Default interval between two renewals of a worker's lease (shared/platform/work/processes/lease-times.ts). */
export const RENEW_EVERY_MS = 5_000;

/** All settings of a process. docs/operations.md describes the environment variable of each. */
export interface Config {
  environment: 'production' | 'development' | 'test';
  /** Postgres connection string. */
  databaseUrl: string;
  /** Most database connections of a process, in addition to those of its queues. */
  databasePoolSize: number;
  /** Redis or Valkey for the queues (redis-url.ts); undefined: the queues are in Postgres. */
  redisUrl: string | undefined;
  /** Prefix of queue keys; `{braces}` keep them on one Redis Cluster slot. */
  queuePrefix: string;
  /** API port; 0 picks a free one. */
  port: number;
  /** Address the API and a worker's health server listen on. */
  host: string;
  /** Port of a worker's health server; undefined: the worker has none. */
  healthPort: number | undefined;
  /** Base URL of every link that the service writes; never derived from a request. */
  publicUrl: string;
  /** Public host name of the mail service: our name in EHLO, and in the DNS records of domains. */
  mailHostname: string;
  /** SPF mechanisms that allow our servers, for the SPF record of each domain, such as `a:mail.acme.dev`. */
  spfMechanisms: string;
  /** The authority that issues the certificates of the hosts of tracked links, as CAA records name it. */
  certificateIssuer: string;
  /** The keys of secrets at rest, links and tokens: any texts that cannot be guessed; undefined: there are none. */
  secretKeys: SecretKeys | undefined;
  /** Token for /ops and /metrics; undefined: both are closed, except /metrics of a worker. */
  opsToken: string | undefined;
  /** SMTP relays, in the order of preference, or `mx:` (mx-settings.ts); required by processes that send. */
  smtpUrl: string | undefined;
  mx: MxSettings;
  /** Most SMTP connections of one sending process. */
  smtpMaxConnections: number;
  /** The same for mail of the campaign lane, which a process sends over connections of its own. */
  bulkMaxConnections: number;
  /** When mail counts as delivered: at the relay's 250 (`accept`), or at a success DSN only (`dsn`). */
  smtpDelivery: 'accept' | 'dsn' | 'feedback';
  /** The server of a language model; undefined: there is none. */
  ai: AiSettings | undefined;
  alerts: AlertSettings;
  inbound: InboundSettings;
  submission: SubmissionSettings;
  /** Most concurrent requests to webhook endpoints of one process. */
  webhookMaxConnections: number;
  /** Domains of the mailbox simulator, at least one (docs/reference/simulator.md); with `developmentDomain`. */
  simulatorDomains: readonly string[];
  /** A simulator domain from which every account may send; development only. */
  developmentDomain: string | undefined;
  /** Rate limit: send requests of one client per minute; 0: no limit. */
  rateLimitPerMinute: number;
  /** Deadline for storing a batch. */
  batchTimeoutMs: number;
  /** How many days things are kept; Infinity: for ever. */
  retentionDays: RetentionDays;
  /** Whether events of opens and clicks keep the address and the User-Agent of the client. */
  trackingClients: 'keep' | 'none';
  /** How long the owner of a name is given once another account has proven a claim to it. */
  claimGraceHours: number;
  /** DNS servers, `address` or `address:port`; an empty list means the resolver of the system. */
  dnsServers: string[];
  /** A validating resolver of this machine, `address` or `address:port` (docs/architecture/dane.md). */
  dnssecResolver: string | undefined;
  /** A DNS server of this machine that is asked first, `address:port`; development only. */
  developmentDns: string | undefined;
  /** Where records are published in it (docs/inbox.md#the-development-dns); development only. */
  developmentDnsUrl: string | undefined;
  /** Port of the hosts that have MTA-STS policies; not 443 in development only. */
  mtaStsPort: number;
  /** The file in which `npm start` announces itself (api/public/reader/development-facts.ts); development only. */
  developmentFile: string | undefined;
  /** Whether browsers get a start page at `/`; without one they are led to the dashboard. */
  hasStartPage: boolean;
  /** Addresses that webhooks and hosted attachments may reach (docs/architecture/guarded-fetch.md). */
  outboundReach: OutboundReach;
  logLevel: string;
  /** Express `trust proxy`: proxies whose X-Forwarded-For is believed. Default: none. */
  trustProxy: string | number | boolean;
  /** Milliseconds added to the clock; tests only. */
  clockOffsetMs: number;
  /** Interval between two renewals of a worker's lease (workers/runtime/lease.ts); shorter in tests only. */
  leaseRenewMs: number;
  /** Window in which a minimum of a request body must arrive (api/body/body-throughput.ts); shorter in tests only. */
  bodyWindowMs: number;
  /** Crash point at which the process kills itself (shared/platform/process/crash-points.ts); tests only. */
  crashAt: string | undefined;
}

/** An invalid configuration. Its message is one sentence for the person who starts the process. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/**
 * A request body must keep arriving at a minimum speed, measured over this time (docs/reference/requests.md#bodies).
 */
const BODY_WINDOW_MS = 10_000;
const ONE_DATABASE_SERVER =
  'must name one server, without target_session_attrs and load_balance_hosts. Use the address of a HAProxy that leads to the primary (docs/deploy.md, "Two of everything")';
const REDIS_URL_FORMS =
  'redis://host:port, redis+sentinel://host:port,…/master or redis+cluster://host:port,…, or rediss for TLS';
const TRUST_PROXY_FORMS =
  'true, false, a number of proxies, or a list of addresses, ranges, loopback, linklocal and uniquelocal';

/** The environment variables with their defaults. docs/operations.md describes them. */
const ENVIRONMENT_SCHEMA = Joi.object({
  NODE_ENV: Joi.string().valid('production', 'development', 'test').default('development'),
  DATABASE_URL: Joi.string()
    .custom(readDatabaseUrl)
    .required()
    .messages({ 'any.custom': `"DATABASE_URL" ${ONE_DATABASE_SERVER}` }),
  DATABASE_POOL_SIZE: Joi.number().integer().min(2).max(200).default(10),
  REDIS_URL: Joi.string()
    .custom(requireRedisUrl)
    .empty('')
    .messages({ 'any.custom': `"REDIS_URL" must be ${REDIS_URL_FORMS}` }),
  QUEUE_PREFIX: Joi.string().default('{posthorn}'),
  PORT: Joi.number().port().default(3000),
  HOST: Joi.string().default('0.0.0.0'),
  HEALTH_PORT: Joi.number().port().empty(''),
  PUBLIC_URL: Joi.string()
    .uri({ scheme: ['http', 'https'] })
    .default((environment: { PORT: number }) => `http://localhost:${environment.PORT}`),
  MAIL_HOSTNAME: Joi.string()
    .empty('')
    .custom(readHostName)
    .messages({ 'any.invalid': '"MAIL_HOSTNAME" must be a host name' })
    .default((environment: { PUBLIC_URL: string }) => publicHost(environment.PUBLIC_URL)),
  ...MX_VARIABLES,
  SPF_INCLUDE: Joi.string()
    .empty('')
    .custom(readSpfMechanisms)
    .default(
      (values: ConfigValues & { MAIL_HOSTNAME: string }) =>
        spfOfSources(values) ?? `a:${values.MAIL_HOSTNAME}`,
    )
    .messages({ 'any.invalid': '"SPF_INCLUDE" must be SPF mechanisms, such as include:spf.provider.com' }),
  CERTIFICATE_ISSUER: Joi.string()
    .empty('')
    .custom(readHostName)
    .messages({ 'any.invalid': '"CERTIFICATE_ISSUER" must be a domain, such as letsencrypt.org' })
    .default('letsencrypt.org'),
  ...SECRET_KEY_VARIABLES,
  OPS_TOKEN: Joi.string().min(16).empty(''),
  SMTP_MAX_CONNECTIONS: Joi.number().integer().min(1).max(1_000).default(20),
  BULK_MAX_CONNECTIONS: Joi.number().integer().min(1).max(1_000).default(10),
  ...AI_VARIABLES,
  ...ALERT_VARIABLES,
  ...INBOUND_VARIABLES,
  ...SUBMISSION_VARIABLES,
  WEBHOOK_MAX_CONNECTIONS: Joi.number().integer().min(8).max(20_000).default(1_000),
  SMTP_DELIVERY: Joi.string().valid('accept', 'dsn', 'feedback').default('accept'),
  SIMULATOR_DOMAIN: Joi.string()
    .empty('')
    .custom(readSimulatorDomains)
    .default(['simulator.test'])
    .messages({ 'any.invalid': '"SIMULATOR_DOMAIN" must be host names, separated by commas' }),
  DEVELOPMENT_DOMAIN: Joi.string()
    .empty('')
    .custom(readHostName)
    .messages({ 'any.invalid': '"DEVELOPMENT_DOMAIN" must be a host name' }),
  RATE_LIMIT_PER_MINUTE: Joi.number().integer().min(0).max(1_000_000).default(60),
  BATCH_TIMEOUT_MS: Joi.number().integer().min(1).max(600_000).default(25_000),
  ...RETENTION_VARIABLES,
  TRACKING_CLIENTS: Joi.string().valid('keep', 'none').default('keep'),
  CLAIM_GRACE_HOURS: Joi.number().integer().min(0).max(720).default(72),
  DNS_SERVERS: Joi.string().empty('').custom(readDnsServers).default([]),
  DNSSEC_RESOLVER: Joi.string().empty('').custom(readLoopbackDns).messages({
    'any.invalid':
      '"DNSSEC_RESOLVER" must be a resolver on a loopback address, such as 127.0.0.1 or 127.0.0.1:5353',
  }),
  DEVELOPMENT_DNS: Joi.string().empty('').custom(readDevelopmentDns),
  DEVELOPMENT_DNS_URL: Joi.string()
    .empty('')
    .uri({ scheme: ['http'] }),
  MTA_STS_PORT: Joi.number().port().empty('').default(443),
  DEVELOPMENT_FILE: Joi.string().empty(''),
  START_PAGE: Joi.string().empty('').valid('on', 'off').default('on'),
  ALLOW_PRIVATE_WEBHOOKS: Joi.boolean().empty('').default(false),
  LOG_LEVEL: Joi.string().valid('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent').default('info'),
  TRUST_PROXY: Joi.alternatives(
    Joi.boolean(),
    Joi.number().integer().min(0),
    Joi.string().custom(requireProxyList),
  )
    .default(false)
    .messages({ 'alternatives.match': `"TRUST_PROXY" must be ${TRUST_PROXY_FORMS}` }),
  CLOCK_OFFSET_MS: Joi.number().integer().default(0),
  LEASE_RENEW_MS: Joi.number().integer().min(100).default(RENEW_EVERY_MS),
  BODY_WINDOW_MS: Joi.number().integer().min(100).default(BODY_WINDOW_MS),
  CRASH_AT: Joi.string().empty(''),
}).unknown();

/** Everything that is wrong with an environment, as sentences that never contain a value; none if nothing is. */
export function listConfigProblems(environment: Environment): string[] {
  const { value, error } = ENVIRONMENT_SCHEMA.validate(environment, { abortEarly: false });
  const invalid = error?.details.map(({ message }) => message) ?? [];
  return [...invalid, ...listConflicts(environment, value)].map((problem) => `${problem}.`);
}

/**
 * Reads the configuration.
 * @throws ConfigError naming the variable and what is wrong with it, never its value.
 */
export function loadConfig(environment: Environment): Config {
  const { value, error } = ENVIRONMENT_SCHEMA.validate(environment, { abortEarly: true });
  const problem = error?.message ?? listConflicts(environment, value)[0];
  if (problem !== undefined) throw new ConfigError(`Configuration: ${problem}.`);
  return {
    environment: value.NODE_ENV,
    databaseUrl: value.DATABASE_URL,
    databasePoolSize: value.DATABASE_POOL_SIZE,
    redisUrl: value.REDIS_URL,
    queuePrefix: value.QUEUE_PREFIX,
    port: value.PORT,
    host: value.HOST,
    healthPort: value.HEALTH_PORT,
    publicUrl: value.PUBLIC_URL,
    mailHostname: value.MAIL_HOSTNAME,
    spfMechanisms: value.SPF_INCLUDE,
    certificateIssuer: value.CERTIFICATE_ISSUER,
    secretKeys: secretKeys(value),
    opsToken: value.OPS_TOKEN,
    smtpUrl: value.SMTP_URL,
    mx: mxSettings(value),
    smtpMaxConnections: value.SMTP_MAX_CONNECTIONS,
    bulkMaxConnections: value.BULK_MAX_CONNECTIONS,
    smtpDelivery: value.SMTP_DELIVERY,
    ai: aiSettings(value),
    alerts: { to: value.ALERT_TO, smtpUrl: value.ALERT_SMTP_URL },
    inbound: inboundSettings(value),
    submission: submissionSettings(value, inboundSettings(value)),
    webhookMaxConnections: value.WEBHOOK_MAX_CONNECTIONS,
    simulatorDomains: [...new Set<string>([value.SIMULATOR_DOMAIN, value.DEVELOPMENT_DOMAIN ?? []].flat())],
    developmentDomain: value.DEVELOPMENT_DOMAIN,
    rateLimitPerMinute: value.RATE_LIMIT_PER_MINUTE,
    batchTimeoutMs: value.BATCH_TIMEOUT_MS,
    retentionDays: retentionDays(value),
    trackingClients: value.TRACKING_CLIENTS,
    claimGraceHours: value.CLAIM_GRACE_HOURS,
    dnsServers: value.DNS_SERVERS,
    dnssecResolver: value.DNSSEC_RESOLVER,
    developmentDns: value.DEVELOPMENT_DNS,
    developmentDnsUrl: value.DEVELOPMENT_DNS_URL,
    mtaStsPort: value.MTA_STS_PORT,
    developmentFile: value.DEVELOPMENT_FILE,
    hasStartPage: value.START_PAGE === 'on',
    outboundReach: outboundReach(value),
    logLevel: value.LOG_LEVEL,
    trustProxy: value.TRUST_PROXY,
    clockOffsetMs: value.CLOCK_OFFSET_MS,
    leaseRenewMs: value.LEASE_RENEW_MS,
    bodyWindowMs: value.BODY_WINDOW_MS,
    crashAt: value.CRASH_AT,
  };
}

/** Development may reach the machine itself, or every address on request; production only the public internet. */
function outboundReach(value: ConfigValues): OutboundReach {
  if (value.NODE_ENV === 'production') return 'public';
  return value.ALLOW_PRIVATE_WEBHOOKS ? 'all' : 'loopback';
}
