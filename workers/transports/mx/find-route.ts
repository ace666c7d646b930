// Finds the way to the servers of a recipient's domain: MX records, addresses and TLSA records. A route is cached for
// five minutes, and mails that are sent together share one question; hosts are looked up only when their turn comes.
import type { DaneAnswer } from '../../../shared/mail/dane/dane.ts';
import type { DnsAnswer, MailExchange, ResolvedAddress } from '../../../shared/platform/net/dns/answer.ts';
import { createValueCache } from '../../../shared/platform/net/dns/value-cache.ts';
import { MINUTE_MS } from '../../../shared/platform/time/durations.ts';
import { orderExchanges } from './exchanges.ts';

/** DNS as a route needs it. `isSecure`: DNSSEC has proven the answer. */
export interface RouteDns {
  mx(domain: string): Promise<{ answer: DnsAnswer<MailExchange>; isSecure: boolean }>;
  addresses(host: string): Promise<DnsAnswer<ResolvedAddress>>;
  /** Called only for hosts that a proven answer names. */
  dane(host: string): Promise<DaneAnswer>;
}

/** The dependencies of finding a route. */
export interface RouteDeps {
  dns: RouteDns;
  /** MAIL_HOSTNAME. */
  ownHost: string;
  /** Whether mail for a domain is taken by our own `inbound`. */
  isReceivedHere(domain: string): Promise<boolean>;
  /** Returns a number from 0 to below 1. */
  random(): number;
  /** Monotonic milliseconds. */
  nowMs(): number;
  /** How long it is cached that DNS has not answered for a domain. */
  unknownCachedMs: number;
}

/** The facts about a host when its turn comes. */
export type FoundHost =
  | { kind: 'found'; addresses: readonly ResolvedAddress[]; dane: DaneAnswer }
  /** Why it cannot be connected to, as a sentence. */
  | { kind: 'unusable'; reason: string };

/** A host of a route. */
export interface RouteHost {
  host: string;
  find(): Promise<FoundHost>;
}

/** The way to a domain's servers, or why there is none. */
export type MailRoute =
  | { kind: 'hosts'; hosts: readonly RouteHost[] }
  | { kind: 'takes_no_mail' }
  /** The domain does not exist, or has neither MX nor address. */
  | { kind: 'absent' }
  /** The reason why the domain is not known now, as a sentence. */
  | { kind: 'unknown'; reason: string };

/** Finds routes. Never rejects for what DNS or the domain does. */
export type FindRoute = (domain: string) => Promise<MailRoute>;

const KEPT_MS = 5 * MINUTE_MS;
const KEPT_MAX = 10_000;

/** Creates the finder of a process. */
export function createRouteFinder(deps: RouteDeps): FindRoute {
  const kept = createValueCache<Promise<MailRoute>>({ max: KEPT_MAX, maxAgeMs: KEPT_MS, nowMs: deps.nowMs });
  const unknown = createValueCache<MailRoute>({
    max: KEPT_MAX,
    maxAgeMs: deps.unknownCachedMs,
    nowMs: deps.nowMs,
  });
  return (domain) => {
    const known = kept.get(domain);
    if (known !== undefined) return known;
    const failed = unknown.get(domain);
    if (failed) return Promise.resolve(failed);
    const found = findRoute(deps, domain);
    kept.set(domain, found);
    const forget = () => kept.delete(domain);
    // A domain that does not exist may be created at any moment; DNS caches that answer for as long as it may.
    found.then((route) => {
      if (route.kind !== 'hosts') forget();
      if (route.kind === 'unknown') unknown.set(domain, route);
    }, forget);
    return found;
  };
}

async function findRoute(deps: RouteDeps, domain: string): Promise<MailRoute> {
  const { answer, isSecure } = await deps.dns.mx(domain);
  if (answer.kind === 'unanswered')
    return { kind: 'unknown', reason: `DNS did not answer for ${domain} (${answer.reason}).` };
  const exchanges = await order(deps, domain, answer);
  if (exchanges.kind === 'takes_no_mail') return exchanges;
  if (exchanges.kind === 'unusable') return { kind: 'unknown', reason: exchanges.reason };
  const hosts = exchanges.hosts.map((host) => openHost(deps.dns, host, isSecure));
  if (answer.kind === 'found') return { kind: 'hosts', hosts };
  // Without an MX the domain exists for mail only if it has an address.
  const addresses = await deps.dns.addresses(domain);
  if (addresses.kind === 'absent') return { kind: 'absent' };
  if (addresses.kind === 'unanswered')
    return { kind: 'unknown', reason: `DNS did not answer for ${domain} (${addresses.reason}).` };
  return { kind: 'hosts', hosts };
}

/** A domain without an MX is its own host (RFC 5321 §5.1). */
async function order(
  deps: RouteDeps,
  domain: string,
  answer: Exclude<DnsAnswer<MailExchange>, { kind: 'unanswered' }>,
) {
  const { ownHost, random } = deps;
  const values = answer.kind === 'found' ? answer.values : [{ exchange: domain, priority: 0 }];
  const isOurs = values.some(({ exchange }) => exchange === ownHost);
  const isReceivedHere = isOurs && (await deps.isReceivedHere(domain));
  return orderExchanges(values, { ownHost, isReceivedHere, random });
}

function openHost(dns: RouteDns, host: string, isSecure: boolean): RouteHost {
  let found: Promise<FoundHost> | undefined;
  return {
    host,
    find() {
      if (found !== undefined) return found;
      const asked = findHost(dns, host, isSecure);
      found = asked;
      const forget = () => {
        found = undefined;
      };
      asked.then((answer) => (isKnown(answer) ? undefined : forget()), forget);
      return asked;
    },
  };
}

/** A failed look-up is repeated for the next mail. */
function isKnown(answer: FoundHost): boolean {
  return answer.kind === 'found' && answer.dane.kind !== 'unanswered';
}

/** The most addresses of one family that are cached for a host: its DNS may name thousands. */
const FAMILY_MAX = 16;

async function findHost(dns: RouteDns, host: string, isSecure: boolean): Promise<FoundHost> {
  const none = { kind: 'none' } as const;
  const [addresses, dane] = await Promise.all([dns.addresses(host), isSecure ? dns.dane(host) : none]);
  if (addresses.kind === 'found') {
    const kept = ([4, 6] as const).flatMap((family) =>
      addresses.values.filter((each) => each.family === family).slice(0, FAMILY_MAX),
    );
    return { kind: 'found', addresses: kept, dane };
  }
  const reason =
    addresses.kind === 'absent'
      ? `The mail server ${host} has no address.`
      : `DNS did not answer for ${host} (${addresses.reason}).`;
  return { kind: 'unusable', reason };
}
