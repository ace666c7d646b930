// The servers of SMTP_URL as the rules of mailbox providers see them. A receiving server sees the address from which the
// last of our servers connects, and that is the relay's: a provider's, or a Postfix on this machine.
import { isIP } from 'node:net';
import { isDirect } from '../../../../platform/config/mx-settings.ts';
import { isAllowedAddress } from '../../../../platform/net/allowed-address.ts';

/** A server of SMTP_URL. */
export interface Relay {
  host: string;
  /** The provider that runs it; undefined: we do not know who does. */
  provider: string | undefined;
  /** It is this machine or another of the operator's network. */
  isOwn: boolean;
}

/**
 * Providers whose servers have names (PTR) and use TLS wherever the receiving server offers it, as their documentation
 * says: Amazon SES "Security protocols", Postmark, Mailgun "TLS sending", SendGrid "TLS requirements".
 */
const PROVIDERS: readonly (readonly [hosts: RegExp, provider: string])[] = [
  [/^email-smtp(?:-fips)?\.[a-z0-9-]+\.amazonaws\.com$/, 'Amazon SES'],
  [/^smtp(?:-broadcasts)?\.postmarkapp\.com$/, 'Postmark'],
  [/^smtp(?:\.eu)?\.mailgun\.org$/, 'Mailgun'],
  [/^smtp(?:\.eu)?\.sendgrid\.net$/, 'SendGrid'],
];

/**
 * Lists the servers of SMTP_URL (docs/deploy.md#forms-of-smtp_url).
 * @param smtpUrl valid, or undefined: then there are none
 */
export function listRelays(smtpUrl: string | undefined, mailHostname: string): Relay[] {
  // Mail that is delivered directly leaves from here.
  if (isDirect({ smtpUrl })) return [{ host: mailHostname, provider: undefined, isOwn: true }];
  const hosts = smtpUrl?.split(',').map(hostOf) ?? [];
  return hosts.map((host) => ({
    host,
    provider: PROVIDERS.find(([hosts]) => hosts.test(host))?.[1],
    isOwn: host === mailHostname || isPrivate(host),
  }));
}

function hostOf(url: string): string {
  if (!URL.canParse(url.trim())) return '';
  return new URL(url.trim()).hostname.replace(/^\[|\]$/g, '').toLowerCase();
}

/** A name without a dot is one of a private network: `localhost`, or a container. */
function isPrivate(host: string): boolean {
  return isIP(host) === 0 ? !host.includes('.') : !isAllowedAddress(host, 'public');
}
