// The rules that the service meets for all its domains, by its configuration: TLS, the address and the name (PTR) of
// MAIL_HOSTNAME, and unsubscribing with one click.
import { parseMailDomain } from '../../../../mail/domains/mail-domain.ts';
import type { DnsAnswer, DnsQuestions, ResolvedAddress } from '../../../../platform/net/dns/answer.ts';
import type { Relay } from './relays.ts';
import { met, type RuleVerdict, unknown, unmet } from './rule.ts';

/** The server that connects to the receiving server decides: a relay, or Posthorn itself. */
export function evaluateTls(senders: readonly Relay[]): RuleVerdict {
  const relays = senders.filter(({ isDirect }) => !isDirect);
  if (senders.length > 0 && relays.length === 0)
    return met(
      'Posthorn delivers directly to the receiving server, with TLS wherever that server offers it.',
    );
  if (relays.length > 0 && relays.every(({ provider }) => provider !== undefined)) {
    return met(
      `Mail leaves through ${providersOf(relays)}, whose servers use TLS wherever the receiving server does.`,
    );
  }
  const other = relays.find(({ provider }) => provider === undefined);
  const server = other === undefined ? 'the SMTP server of this service' : other.host;
  return unknown(
    `Mail leaves through ${server}, which connects to the receiving server. Make sure that it uses TLS there (Postfix: smtp_tls_security_level = may).`,
  );
}

/** An address of MAIL_HOSTNAME with its names, as far as DNS answered. */
export interface NamedAddress {
  address: string;
  names: DnsAnswer<string>;
}

/** The answer of DNS about MAIL_HOSTNAME. */
export interface HostInDns {
  mailHostname: string;
  addresses: DnsAnswer<ResolvedAddress>;
  /** None while the addresses are not known. */
  named: readonly NamedAddress[];
}

/** Looked up names of addresses: a host has a few, and no client may make us ask for hundreds. */
const ADDRESSES_MAX = 8;

/** Asks DNS for the addresses of MAIL_HOSTNAME, then for their names. */
export async function findHostInDns(
  mailHostname: string,
  dns: Pick<DnsQuestions, 'addresses' | 'ptr'>,
): Promise<HostInDns> {
  if (!isPublicName(mailHostname)) return { mailHostname, addresses: { kind: 'absent' }, named: [] };
  const addresses = await dns.addresses(mailHostname);
  const values = addresses.kind === 'found' ? addresses.values.slice(0, ADDRESSES_MAX) : [];
  const named = values.map(async ({ address }) => ({ address, names: await dns.ptr(address) }));
  return { mailHostname, addresses, named: await Promise.all(named) };
}

export function evaluateMailHostname({ mailHostname, addresses }: HostInDns): RuleVerdict {
  if (!isPublicName(mailHostname)) {
    return unmet(
      `"${mailHostname}" is not a public host name. The operator of this service must set MAIL_HOSTNAME.`,
    );
  }
  if (addresses.kind === 'unanswered')
    return unknown(`DNS did not answer for ${mailHostname}. Try again in a minute.`);
  if (addresses.kind === 'absent') {
    return unmet(
      `${mailHostname} has no address. The operator of this service must publish its A or AAAA record.`,
    );
  }
  return met(`${mailHostname} has the address ${listAddresses(addresses.values)}.`);
}

/** Receiving servers look up the name of the address that connects, and whether the name leads back to the address. */
export function evaluatePtr(host: HostInDns, relays: readonly Relay[]): RuleVerdict {
  const isOwn = relays.some(({ isOwn }) => isOwn);
  if (!isOwn && relays.length > 0 && relays.every(({ provider }) => provider !== undefined)) {
    return met(`Mail leaves from addresses of ${providersOf(relays)}, which have PTR records.`);
  }
  const verdict = checkNames(host);
  if (verdict.met !== false || isOwn) return verdict;
  return unknown(
    `${verdict.message} You can ignore this if all mail leaves through a provider with its own servers.`,
  );
}

function checkNames({ mailHostname, addresses, named }: HostInDns): RuleVerdict {
  if (addresses.kind === 'unanswered')
    return unknown(`DNS did not answer for ${mailHostname}. Try again in a minute.`);
  if (named.length === 0) return unmet(`${mailHostname} has no address to check. Fix mail_hostname first.`);
  const other = named.find(({ names }) => names.kind !== 'unanswered' && !hasName(names, mailHostname));
  if (other) return unmet(describeOther(other, mailHostname));
  const silent = named.find(({ names }) => names.kind === 'unanswered');
  if (silent)
    return unknown(`DNS did not answer for the PTR record of ${silent.address}. Try again in a minute.`);
  return met(`The PTR records of ${mailHostname} match its addresses.`);
}

function hasName(names: DnsAnswer<string>, host: string): boolean {
  return names.kind === 'found' && names.values.includes(host);
}

function describeOther({ address, names }: NamedAddress, mailHostname: string): string {
  const present =
    names.kind === 'found'
      ? `has the PTR record ${names.values.slice(0, 3).join(', ')}`
      : 'has no PTR record';
  return `${address} ${present}, but needs ${mailHostname}. The operator of this service sets it at the host of the address.`;
}

/** @param canOneClick see PreferencesLinks in shared/resources/messaging/unsubscribe-page/link.ts */
export function evaluateOneClick(canOneClick: boolean): RuleVerdict {
  return canOneClick
    ? met(
        'Emails with a topic have List-Unsubscribe and List-Unsubscribe-Post. Give marketing emails a topic_id.',
      )
    : unmet(
        'Emails have no List-Unsubscribe-Post, because PUBLIC_URL is not https. The operator of this service must change it.',
      );
}

function isPublicName(host: string): boolean {
  return parseMailDomain(host) !== undefined;
}

function providersOf(relays: readonly Relay[]): string {
  return [...new Set(relays.map(({ provider }) => provider))].join(' and ');
}

function listAddresses(addresses: readonly ResolvedAddress[]): string {
  return addresses
    .slice(0, ADDRESSES_MAX)
    .map(({ address }) => address)
    .join(', ');
}
