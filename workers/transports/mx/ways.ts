// Finds the way of a mail before it is sent: the servers of its recipient's domain, the mailbox provider that runs
// them, and our address from which it is sent. The provider as seen from that address is its destination.
import type { MailboxProvider, MailboxProviders } from '../../../shared/mail/providers/provider.ts';
import type { Destination } from '../pacing/destination.ts';
import type { Destinations } from '../pacing/destinations.ts';
import type { FindRoute, MailRoute, RouteHost } from './find-route.ts';

/** Our address of the connection. */
export interface DirectSource {
  /** Our address; undefined: the system chooses. */
  address: string | undefined;
  /** Our name in EHLO. */
  hostname: string;
}

/** Our address for each family of addresses; absent: servers of that family are not connected to. */
export interface SourcesOfMail {
  v4?: DirectSource | undefined;
  v6?: DirectSource | undefined;
}

/** A mail that is about to be sent. */
export interface RoutedRecipient {
  /** The id of the recipient: all its tries use the same one of several addresses of ours. */
  id: string;
  address: string;
  /** The pool of our addresses that the domain of the sender has been given. */
  sourcePool: string | null;
  /** Our address in its last try; null: it was not tried. */
  lastSource: string | null;
}

/** The way to servers. */
export interface ServedWay {
  route: Extract<MailRoute, { kind: 'hosts' }>;
  sources: SourcesOfMail;
  /** The one in whose line the mail waits. */
  destination: Destination;
  /** The destination of one of its servers: they differ if the servers belong to several providers. */
  destinationOf(host: string): Destination;
}

/** The way of a mail; without a destination, no server is asked. */
export type Way = ServedWay | { route: Exclude<MailRoute, { kind: 'hosts' }>; destination?: undefined };

/** The dependencies of finding a way. */
export interface WayDeps {
  findRoute: FindRoute;
  providers: MailboxProviders;
  destinations: Pick<Destinations, 'of' | 'load'>;
  /** Chooses our addresses. @param isBlocked whether the provider blocks one */
  chooseSources(mail: RoutedRecipient, isBlocked: (address: string) => boolean): SourcesOfMail;
  /** Our addresses; none: the system chooses. */
  sources: readonly string[];
}

/** Finds ways. Never rejects for what DNS or a domain does. @throws what the database throws */
export type FindWay = (mail: RoutedRecipient) => Promise<Way>;

export function createWayFinder({
  findRoute,
  providers,
  destinations,
  chooseSources,
  sources,
}: WayDeps): FindWay {
  return async (mail) => {
    const domain = domainOf(mail.address);
    const route = await findRoute(domain);
    if (route.kind !== 'hosts') return { route };
    const provider = providerOf(providers, route.hosts, domain);
    // Mail that was not tried yet is not sent from an address that the provider blocks.
    for (const each of sources) destinations.of(provider, each);
    await destinations.load();
    const isBlocked = (address: string) => destinations.of(provider, address).resting?.reason === 'blocked';
    const chosen = chooseSources(mail, isBlocked);
    // A source with addresses of both families is known by the IPv4 one.
    const source = (chosen.v4 ?? chosen.v6)?.address ?? '';
    const destinationOf = (host: string) => destinations.of(providers.of(host), source);
    for (const { host } of route.hosts) destinationOf(host);
    const destination = destinations.of(provider, source);
    await destinations.load();
    return { route, sources: chosen, destination, destinationOf };
  };
}

/**
 * Finds the provider of all servers of a domain. If they belong to several, it is the domain: its owner could name a large
 * provider's server first, and then fill its window, or block it for all, with servers of its own.
 */
function providerOf(
  providers: MailboxProviders,
  hosts: readonly RouteHost[],
  domain: string,
): MailboxProvider {
  const [first, ...others] = hosts.map(({ host }) => providers.of(host));
  return first && others.every((other) => other === first) ? first : providers.ofDomain(domain);
}

/** The domain of an address, in lower case; addresses are stored with their domains in ASCII. */
export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase();
}
