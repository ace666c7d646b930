// Finds the name servers of a domain: the zone in which its names are (NS of the domain, else of a domain above it, up
// to the registrable one), up to three of its servers, and their addresses. An address that must not be reached, such
// as one of this machine or of a cloud's metadata, is never asked (SSRF, shared/platform/addresses/allowed-address.ts).

import { isAllowedAddress, type OutboundReach } from '../../addresses/allowed-address.ts';
import { requirePackage } from '../../process/require-package.ts';
import type { AskServer } from './channel.ts';
import type { DnsReply, Unanswered } from './question.ts';
import type { DnsServers } from './servers.ts';
import type { ValueCache } from './value-cache.ts';

const { getDomain } = requirePackage<typeof import('tldts')>('tldts');

/** A name server. */
export interface OwnNameServer {
  /** Host name. */
  name: string;
  /** If the server must not be asked or has no address, the reply says so, and nothing is sent. */
  ask: AskServer;
}

/** A zone and its servers. */
export interface OwnZone {
  /** The name at the top of the zone. */
  name: string;
  servers: readonly OwnNameServer[];
}

/** The dependencies of finding name servers. */
export interface NameServerFinder {
  servers: DnsServers;
  /** The resolver of the system. */
  resolver: AskServer;
  reach: OutboundReach;
  nameServerPort: number;
  /** Addresses of hosts; many domains have the same name servers. */
  cachedAddresses: ValueCache<Promise<DnsReply<string>>>;
}

const SERVERS_MAX = 3;
/** The labels that are checked for a zone of their own. */
const LABELS_MAX = 8;

/**
 * Finds the zone of a domain and its servers.
 * @param resolver asked for the names of the servers
 * @returns undefined when the resolver knows no name servers, or does not answer
 */
export async function findOwnZone(
  finder: NameServerFinder,
  resolver: AskServer,
  domain: string,
): Promise<OwnZone | undefined> {
  const registrable = getDomain(domain, { validateHostname: false });
  if (registrable === null) return undefined;
  for (const name of listNamesFrom(domain, registrable)) {
    const isBelow = name !== registrable;
    // The name servers of an alias are those of its target (RFC 1034 §3.6.2).
    const [hosts, alias] = await Promise.all([
      resolver('NS', name),
      isBelow ? resolver('CNAME', name) : undefined,
    ]);
    if (hosts.kind === 'unanswered') return undefined;
    if (hosts.kind === 'found' && alias?.kind !== 'found') {
      return { name, servers: await findNameServers(finder, hosts.values) };
    }
  }
  return undefined;
}

/** Up to three name servers by their host names; of servers with one address only the first. */
export async function findNameServers(
  finder: NameServerFinder,
  hosts: readonly string[],
): Promise<OwnNameServer[]> {
  const found = await Promise.all(
    [...new Set(hosts)].slice(0, SERVERS_MAX).map(async (name) => ({
      name,
      address: await findAddress(finder, name),
    })),
  );
  const isFirst = ({ address }: (typeof found)[number], index: number) =>
    typeof address !== 'string' || found.findIndex((other) => other.address === address) === index;
  return found.filter(isFirst).map(({ name, address }) => ({
    name,
    ask: typeof address === 'string' ? finder.servers.nameServer(address) : async () => address,
  }));
}

/** A name and those above it, up to another one; of a very deep name only the last ones. */
export function listNamesFrom(name: string, top: string): string[] {
  const labels = name === top ? [] : name.slice(0, -top.length - 1).split('.');
  const names = labels.map((_, index) => [...labels.slice(index), top].join('.'));
  return [...names, top].slice(-LABELS_MAX);
}

/** `address:port`, IPv4 where there is one; else why there is none. */
async function findAddress(
  { resolver, reach, nameServerPort, cachedAddresses }: NameServerFinder,
  host: string,
): Promise<string | Unanswered> {
  let unanswered: Unanswered = { kind: 'unanswered', reason: 'unreachable' };
  for (const type of ['A', 'AAAA'] as const) {
    const reply = await keep(cachedAddresses, `${type} ${host}`, () => resolver(type, host));
    if (reply.kind === 'unanswered') return reply;
    if (reply.kind === 'absent') continue;
    const allowed = reply.values.find((address) => isAllowedAddress(address, reach));
    if (allowed !== undefined) return `${type === 'A' ? allowed : `[${allowed}]`}:${nameServerPort}`;
    unanswered = { kind: 'unanswered', reason: 'forbidden' };
  }
  return unanswered;
}

/** Only addresses are cached. Questions that are asked at the same time share one answer. */
function keep(
  cached: NameServerFinder['cachedAddresses'],
  key: string,
  ask: () => Promise<DnsReply<string>>,
): Promise<DnsReply<string>> {
  const known = cached.get(key);
  if (known) return known;
  const asked = ask();
  cached.set(key, asked);
  void asked.then(({ kind }) => {
    if (kind !== 'found') cached.delete(key);
  });
  return asked;
}
