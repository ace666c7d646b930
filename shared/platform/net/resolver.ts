// DNS resolver of the guarded fetch: host name → addresses. It uses the resolver of the system, or the servers of
// DNS_SERVERS when an operator sets them; then /etc/hosts is not read.
import { lookup, Resolver } from 'node:dns/promises';
import { isLocalhost } from './guarded-url.ts';

/** An address of a host. */
export interface ResolvedAddress {
  address: string;
  family: 4 | 6;
}

/** Resolves host names. */
export interface HostResolver {
  /** @returns every address, in the order to try them; none when the host has none. @throws when DNS does not answer */
  resolve(host: string): Promise<ResolvedAddress[]>;
}

/** Timeout of one query to one server; the second attempt asks the next server if there is one. */
const QUERY_TIMEOUT_MS = 2_000;
const QUERY_TRIES = 2;
/** The server has answered that the name does not exist or has no address of this family. */
const NO_SUCH_ADDRESS: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'ENODATA']);

/** Creates a resolver. @param servers `address` or `address:port`; an empty list means the resolver of the system */
export function createHostResolver(servers: readonly string[]): HostResolver {
  const find = servers.length > 0 ? askServers(servers) : askSystem;
  return { resolve: (host) => (isLocalhost(host) ? Promise.resolve(LOOPBACK) : find(host)) };
}

const LOOPBACK: ResolvedAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

async function askSystem(host: string): Promise<ResolvedAddress[]> {
  const found = await noneIfAbsent(lookup(host, { all: true, verbatim: true }));
  return found.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }));
}

function askServers(servers: readonly string[]): HostResolver['resolve'] {
  const resolver = createDnsClient(servers);
  return async (host) => {
    const [v4, v6] = await Promise.all([
      noneIfAbsent(resolver.resolve4(host)),
      noneIfAbsent(resolver.resolve6(host)),
    ]);
    return [
      ...v4.map((address) => ({ address, family: 4 as const })),
      ...v6.map((address) => ({ address, family: 6 as const })),
    ];
  };
}

/** A DNS client with our time limits. @param servers an empty list means the servers of the system */
export function createDnsClient(servers: readonly string[]): Resolver {
  const client = new Resolver({ timeout: QUERY_TIMEOUT_MS, tries: QUERY_TRIES });
  if (servers.length > 0) client.setServers(servers);
  return client;
}

/** The answer, or none where DNS says that there is no such record. @throws when DNS does not answer */
export async function noneIfAbsent<Answer>(question: Promise<Answer[]>): Promise<Answer[]> {
  try {
    return await question;
  } catch (error) {
    if (error instanceof Error && 'code' in error && NO_SUCH_ADDRESS.has(error.code)) return [];
    throw error;
  }
}
