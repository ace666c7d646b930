// DNS resolver of the guarded fetch: host name → addresses. It uses the resolver of the system (with /etc/hosts), or the
// servers of DNS_SERVERS when an operator sets them; then /etc/hosts is not read. It never asks the development server.
import { lookup } from 'node:dns/promises';
import { isLocalhost } from '../guarded-url.ts';
import type { DnsAnswer, ResolvedAddress } from './answer.ts';
import { findAddresses } from './find-addresses.ts';
import { replyOf, toAnswer } from './question.ts';
import { createDnsServers, QUESTION_TIMEOUT_MS } from './servers.ts';

/** Resolves host names. */
export interface HostResolver {
  /** Every address, in the order to try them. */
  resolve(host: string): Promise<DnsAnswer<ResolvedAddress>>;
}

/** More than the requests of a process, which those who fetch bound: an account's silent names delay no other's. */
const AT_A_TIME = 20_000;

/** Creates a resolver. @param servers `address` or `address:port`; an empty list means the resolver of the system */
export function createHostResolver(servers: readonly string[]): HostResolver {
  const find = servers.length > 0 ? askServers(servers) : askSystem;
  return { resolve: (host) => (isLocalhost(host) ? Promise.resolve(LOOPBACK) : find(host)) };
}

const LOOPBACK: DnsAnswer<ResolvedAddress> = {
  kind: 'found',
  values: [
    { address: '127.0.0.1', family: 4 },
    { address: '::1', family: 6 },
  ],
};

async function askSystem(host: string): Promise<DnsAnswer<ResolvedAddress>> {
  try {
    const found = await lookup(host, { all: true, verbatim: true });
    if (found.length === 0) return { kind: 'absent' };
    return {
      kind: 'found',
      values: found.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 })),
    };
  } catch (error) {
    return toAnswer(replyOf(error));
  }
}

function askServers(servers: readonly string[]): HostResolver['resolve'] {
  const dns = createDnsServers({
    atATime: AT_A_TIME,
    timeoutMs: QUESTION_TIMEOUT_MS,
    nowMs: () => performance.now(),
  });
  const resolver = dns.resolver(() => servers);
  return async (host) => toAnswer(await findAddresses(resolver, host));
}
