// The servers that send the mail of a domain, as the rules of mailbox providers see them. A receiving server sees the
// address from which the last of our servers connects, and that is the relay's: a provider's, or a Postfix on this
// machine.
import { isIP } from 'node:net';
import { kindOfHost, PROVIDER_NAMES } from '../../../../mail/provider-feedback/provider-hosts.ts';
import type { ProviderKind } from '../../../../mail/provider-feedback/provider-kind.ts';
import { isAllowedAddress } from '../../../../platform/addresses/allowed-address.ts';
import type { Config } from '../../../../platform/config/config.ts';
import { isDirect } from '../../../../platform/config/mx-settings.ts';
import type { Queryable } from '../../../../platform/db/connect.ts';
import type { Secrets } from '../../../../platform/security/secrets.ts';
import type { StoredProvider } from '../../../foundation/providers/provider.ts';
import { findProviders } from '../../../foundation/providers/stored.ts';
import { urlOfProvider } from '../../../foundation/providers/url.ts';
import type { Domain } from '../domain.ts';

/** A server that sends our mail. */
export interface Relay {
  host: string;
  /** The provider that runs it; undefined: unknown. */
  provider: string | undefined;
  /** Whether it is this machine or another one in the operator's network. */
  isOwn: boolean;
  /** Whether it is this one: with direct delivery. */
  isDirect: boolean;
}

/** The URL in the form of SMTP_URL; undefined: there is none. */
export type SmtpUrl = Pick<Config, 'smtpUrl'>;

/**
 * Providers whose servers have names (PTR) and use TLS wherever the receiving server offers it, as their documentation
 * says: Amazon SES "Security protocols", Postmark, Mailgun "TLS sending", SendGrid "TLS requirements".
 */
const DOCUMENTED: ReadonlySet<ProviderKind> = new Set(['ses', 'postmark', 'mailgun', 'sendgrid']);

/** The URL of each provider that the mail of a domain may take; one that cannot be decrypted has none, and operators see it in `ops check`. */
export async function findSmtpUrls(
  { database, secrets, config }: { database: Queryable; secrets: Pick<Secrets, 'decrypt'>; config: SmtpUrl },
  { providers }: Pick<Domain, 'providers'>,
): Promise<SmtpUrl[]> {
  const stored = await findProviders(database);
  const names = [...new Set(providers.map(({ name }) => name))];
  return names.map((wanted) => {
    const provider = stored.find(({ name }) => name === wanted);
    return provider ? { smtpUrl: openUrl(provider, config, secrets) } : config;
  });
}

function openUrl(
  provider: StoredProvider,
  { smtpUrl }: SmtpUrl,
  secrets: Pick<Secrets, 'decrypt'>,
): string | undefined {
  try {
    return urlOfProvider(provider, smtpUrl, () => secrets);
  } catch {
    return undefined;
  }
}

/**
 * Lists the servers of a URL in the form of SMTP_URL (docs/providers.md#forms-of-smtp_url).
 * @param smtpUrl valid, or undefined: then there are none
 */
export function listRelays(smtpUrl: string | undefined, mailHostname: string): Relay[] {
  if (isDirect({ smtpUrl }))
    return [{ host: mailHostname, provider: undefined, isOwn: true, isDirect: true }];
  const hosts = smtpUrl?.split(',').map(hostOf) ?? [];
  return hosts.map((host) => ({
    host,
    provider: providerOf(host),
    isOwn: host === mailHostname || isPrivate(host),
    isDirect: false,
  }));
}

function providerOf(host: string): string | undefined {
  const kind = kindOfHost(host);
  return kind && DOCUMENTED.has(kind) ? PROVIDER_NAMES[kind] : undefined;
}

function hostOf(url: string): string {
  if (!URL.canParse(url.trim())) return '';
  return new URL(url.trim()).hostname.replace(/^\[|\]$/g, '').toLowerCase();
}

/** A name without a dot is one of a private network: `localhost`, or a container. */
function isPrivate(host: string): boolean {
  return isIP(host) === 0 ? !host.includes('.') : !isAllowedAddress(host, 'public');
}
