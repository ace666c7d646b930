// Which hosts take the mail of a domain, and in which order (RFC 5321 §5.1, RFC 7505): pure, from what DNS has answered.
import { isIP } from 'node:net';
import type { MailExchange, ResolvedAddress } from '../../../shared/platform/net/dns/answer.ts';

/** Hosts that are tried in one attempt, and addresses of each. */
const HOSTS_MAX = 8;
const HOST_ADDRESSES_MAX = 2;

/** The hosts to ask about a domain, or why there are none. */
export type Exchanges =
  /** Host names in the order in which they are tried. */
  | { kind: 'hosts'; hosts: readonly string[] }
  /** The domain accepts no mail (null MX). */
  | { kind: 'takes_no_mail' }
  /** None of its hosts can be asked: why, as a sentence. */
  | { kind: 'unusable'; reason: string };

/** The inputs of the order. */
export interface ExchangeOptions {
  /** Our own host name (MAIL_HOSTNAME). */
  ownHost: string;
  /** Whether we take mail for this domain. */
  isReceivedHere: boolean;
  /** Returns a number from 0 to below 1. */
  random(): number;
}

/** Orders the hosts by preference, and hosts of one preference randomly. */
export function orderExchanges(
  values: readonly MailExchange[],
  { ownHost, isReceivedHere, random }: ExchangeOptions,
): Exchanges {
  if (values.length === 1 && values[0]?.exchange === '') return { kind: 'takes_no_mail' };
  const hosts = values.filter(({ exchange }) => isHost(exchange));
  const own = hosts.filter(({ exchange }) => exchange === ownHost);
  const ownPriority = Math.min(...own.map(({ priority }) => priority));
  // Hosts that are not preferred over us would return the mail to us.
  const better = isReceivedHere ? hosts : hosts.filter(({ priority }) => priority < ownPriority);
  const ordered = better
    .map((host) => ({ ...host, lot: random() }))
    .sort((a, b) => a.priority - b.priority || a.lot - b.lot)
    .map(({ exchange }) => exchange);
  if (ordered.length > 0) return { kind: 'hosts', hosts: [...new Set(ordered)].slice(0, HOSTS_MAX) };
  return {
    kind: 'unusable',
    reason:
      own.length > 0
        ? 'The mail server of the domain is this service, which does not receive mail for it.'
        : 'The MX records of the domain do not name a host.',
  };
}

/** The root (for example of a null MX) and addresses are not host names. */
function isHost(exchange: string): boolean {
  return exchange !== '' && isIP(exchange) === 0;
}

/** The addresses of a host that may be used. */
export interface AddressOptions {
  /** Whether there is an address of ours to connect from. */
  families: ReadonlySet<4 | 6>;
  isAllowed(address: string): boolean;
  random(): number;
}

/** IPv4 first, where the reputation of a sender's address is older; the addresses of one family in random order. */
export function chooseAddresses(
  found: readonly ResolvedAddress[],
  { families, isAllowed, random }: AddressOptions,
): ResolvedAddress[] {
  return found
    .filter(({ address, family }) => families.has(family) && isAllowed(address))
    .map((address) => ({ address, lot: random() }))
    .sort((a, b) => a.address.family - b.address.family || a.lot - b.lot)
    .slice(0, HOST_ADDRESSES_MAX)
    .map(({ address }) => address);
}
