// Reads what operators say of a provider on the command line. No refusal repeats a URL or a key.
import { PROVIDER_KINDS, type ProviderKind } from '../shared/mail/provider-feedback/provider-kind.ts';
import { ConfigError } from '../shared/platform/config/config.ts';
import { DIRECT_URL } from '../shared/platform/config/mx-settings.ts';
import { parseSpfMechanisms } from '../shared/platform/config/variable-values.ts';
import {
  DELIVERY_KINDS,
  isProviderName,
  NO_PROVIDER,
  PROVIDER_LIMITS_MAX,
  type ProviderLimits,
} from '../shared/resources/foundation/providers/provider.ts';
import type { ProviderChange } from '../shared/resources/foundation/providers/settings.ts';
import { parseSmtpUrl } from '../workers/transports/smtp/servers.ts';
import { readCount } from './read-words.ts';
import { UsageError, type VerbOption, type Words } from './verb.ts';

/** Takes a value away. */
const NONE = 'none';
const BLANK = /[\s\p{Cc}]/u;
const CONFIGURATION_SET = /^[A-Za-z0-9_-]{1,64}$/;
const LANES = ['transactional', 'campaign'] as const;

/** The options of `add-provider` and `change-provider`, but for the URL. */
export const PROVIDER_OPTIONS: Readonly<Record<string, VerbOption>> = {
  kind: { value: 'kind', summary: `${PROVIDER_KINDS.join(', ')}; default: generic, unless the URL is mx:` },
  'spf-include': {
    value: 'mechanisms',
    summary: 'the SPF mechanisms of its servers; default: SPF_INCLUDE',
  },
  'feedback-key': {
    value: 'key',
    summary: "the key that verifies its feedback: Mailgun's signing key, SendGrid's public key",
  },
  delivery: { value: 'when', summary: `when its mail counts as delivered: ${DELIVERY_KINDS.join(', ')}` },
  failover: {
    value: 'name',
    summary: 'the provider that takes over after it has been unavailable for 5 minutes',
  },
  connections: { value: 'count', summary: 'maximum simultaneous connections, for all processes together' },
  'per-second': { value: 'count', summary: 'maximum emails per second' },
  'per-day': { value: 'count', summary: 'maximum emails per UTC day' },
  'configuration-set': { value: 'name', summary: 'for SES: the configuration set that publishes events' },
};

/** A name that a provider may have. */
export function readProviderName(text: string): string {
  if (isProviderName(text)) return text;
  throw new UsageError(
    `The name of a provider must have 1 to 32 characters of a-z, 0-9 and -, begin with a letter or digit, and not be ${NO_PROVIDER}; it is "${text}".`,
  );
}

/** A provider that has been added, or none. @returns undefined for none */
export function readChosenProvider(text: string): string | undefined {
  return text === NO_PROVIDER ? undefined : readProviderName(text);
}

export function readLane(text: string | undefined): (typeof LANES)[number] | null {
  return text === undefined ? null : readOneOf(text, LANES, 'lane');
}

/** Reads the options; omitted ones are absent. @throws UsageError */
export function readProviderChange(words: Words): ProviderChange {
  const url = words['url'] === undefined ? {} : { url: readProviderUrl(words['url']) };
  const kind =
    words['kind'] === undefined
      ? kindOf(url.url)
      : { kind: readOneOf(words['kind'], PROVIDER_KINDS, 'kind') };
  return {
    ...url,
    ...kind,
    ...optional(words, 'spf-include', 'spfInclude', readSpf),
    ...optional(words, 'feedback-key', 'feedbackKey', (text) => text),
    ...optional(words, 'delivery', 'delivery', (text) => readOneOf(text, DELIVERY_KINDS, 'delivery')),
    ...optional(words, 'failover', 'failover', readProviderName),
    ...optional(words, 'connections', 'connections', readLimit('connections')),
    ...optional(words, 'per-second', 'perSecond', readLimit('perSecond')),
    ...optional(words, 'per-day', 'perDay', readLimit('perDay')),
    ...optional(words, 'configuration-set', 'configurationSet', readConfigurationSet),
  };
}

/** Nothing where the option is left out; null where it is `none`. */
function optional<Field extends string, Value>(
  words: Words,
  option: string,
  field: Field,
  read: (text: string) => Value,
): Partial<Record<Field, Value | null>> {
  const text = words[option];
  if (text === undefined) return {};
  return { [field]: text === NONE ? null : read(text) } as Record<Field, Value | null>;
}

function kindOf(url: string | undefined): { kind?: ProviderKind } {
  return url === DIRECT_URL ? { kind: 'direct' } : {};
}

/** Reads the URL in the form of SMTP_URL. */
export function readProviderUrl(text: string): string {
  if (text === DIRECT_URL) return text;
  if (text === '' || BLANK.test(text))
    throw new UsageError('The URL must have the form of SMTP_URL, without spaces or line breaks.');
  try {
    parseSmtpUrl(text);
    return text;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw new UsageError(error.message.replace(/^.*"SMTP_URL"/, 'The URL'));
  }
}

function readSpf(text: string): string {
  const mechanisms = parseSpfMechanisms(text);
  if (mechanisms !== undefined) return mechanisms;
  throw new UsageError(
    `SPF mechanisms must be like "include:spf.provider.com", separated by spaces; this is "${text}".`,
  );
}

function readLimit(limit: keyof ProviderLimits): (text: string) => number {
  return (text) => readCount(text, `limit (none: no limit)`, PROVIDER_LIMITS_MAX[limit]);
}

function readConfigurationSet(text: string): string {
  if (CONFIGURATION_SET.test(text)) return text;
  throw new UsageError('The configuration set must be 1 to 64 letters, digits, - and _.');
}

function readOneOf<Value extends string>(text: string, values: readonly Value[], what: string): Value {
  const value = values.find((each) => each === text);
  if (value !== undefined) return value;
  throw new UsageError(`The ${what} must be one of ${values.join(', ')}; it is "${text}".`);
}
