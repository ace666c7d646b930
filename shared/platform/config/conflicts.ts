// Finds the problems of a configuration whose variables are valid one by one: values that conflict, and settings that
// are missing or dangerous in production.
import type { AiValues } from './ai-settings.ts';
import { type InboundValues, listCertificateProblems } from './inbound-settings.ts';
import type { MxValues } from './mx-settings.ts';
import { parseRedisUrl } from './redis-url.ts';
import { listSecretKeyProblems, type SecretKeyValues } from './secret-key-settings.ts';
import type { SubmissionValues } from './submission-settings.ts';

/** Environment variables. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The values that depend on others. */
export interface ConfigValues extends AiValues, InboundValues, MxValues, SecretKeyValues, SubmissionValues {
  NODE_ENV: string;
  REDIS_URL: string | undefined;
  QUEUE_PREFIX: string;
  ALLOW_PRIVATE_WEBHOOKS: boolean;
}

/** Variables that have no default in production. */
const REQUIRED_IN_PRODUCTION = ['SECRET_KEY', 'PUBLIC_URL'] as const;
/** Variables for development and tests, which would break a service in production. */
const REFUSED_IN_PRODUCTION = [
  'DEVELOPMENT_DOMAIN',
  'DEVELOPMENT_DNS',
  'DEVELOPMENT_DNS_URL',
  'DEVELOPMENT_FILE',
  'DEVELOPMENT_CLEAR_LOGIN',
  'MX_PORT',
  'MTA_STS_PORT',
  'CLOCK_OFFSET_MS',
  'LEASE_RENEW_MS',
  'BODY_WINDOW_MS',
  'CRASH_AT',
] as const;

/** Values that are valid alone and wrong together, or wrong in production: each without its final dot. */
export function listConflicts(environment: Environment, value: ConfigValues): string[] {
  return [
    ...listSlotProblems(value),
    ...listSecretKeyProblems(value, value.NODE_ENV === 'production'),
    ...(value.AI_URL && !value.AI_MODEL ? ['"AI_MODEL" is required with "AI_URL"'] : []),
    ...listCertificateProblems(value, 'INBOUND'),
    ...listCertificateProblems(value, 'SUBMISSION'),
    ...(value.NODE_ENV === 'production' ? listUnsafeInProduction(environment, value) : []),
  ];
}

/** In a Redis Cluster a script may only use keys of one slot, and the part of a key in braces decides its slot. */
function listSlotProblems({ REDIS_URL: redisUrl, QUEUE_PREFIX: queuePrefix }: ConfigValues): string[] {
  if (redisUrl === undefined || parseRedisUrl(redisUrl)?.kind !== 'cluster') return [];
  return /\{[^}]+\}/.test(queuePrefix) ? [] : ['"QUEUE_PREFIX" must contain {braces} for a Redis Cluster'];
}

function listUnsafeInProduction(environment: Environment, value: ConfigValues): string[] {
  const problems: string[] = [];
  for (const name of REQUIRED_IN_PRODUCTION) {
    if (!environment[name]) problems.push(`"${name}" is required in production`);
  }
  for (const name of REFUSED_IN_PRODUCTION) {
    if (environment[name]) problems.push(`"${name}" is for tests only and is refused in production`);
  }
  if (value.ALLOW_PRIVATE_WEBHOOKS) {
    problems.push('"ALLOW_PRIVATE_WEBHOOKS" is for development only and is refused in production');
  }
  return problems;
}
