// Three name servers of one domain, which a resolver names: each has the records that a test publishes there.
import type { Dns } from '../../../../shared/platform/net/dns/answer.ts';
import { createDns } from '../../../../shared/platform/net/dns/dns.ts';
import { createDnsServer, type DnsServer } from '../../../support/net/dns-server.ts';

/** Three name servers. */
export interface OwnNameServers {
  readonly servers: readonly DnsServer[];
  /** DNS that finds the name servers through a resolver and asks them. */
  dns(resolver: DnsServer): Dns;
}

/**
 * Starts the servers for the tests of the enclosing `describe`.
 * @param domain whose zone they have
 * @param network of their addresses: `127.0.7`
 */
export function useOwnNameServers(domain: string, network: string, timeoutMs?: number): OwnNameServers {
  const hosts = [1, 2, 3].map((number) => ({
    name: `ns${number}.hoster.dev`,
    address: `${network}.${number}`,
  }));
  const servers: DnsServer[] = [];
  after(() => Promise.all(servers.map((server) => server.close())));
  before(async () => {
    for (const { address } of hosts) {
      const server = await createDnsServer({ host: address, port: servers[0]?.port ?? 0 });
      server.zone(
        domain,
        hosts.map(({ name }) => name),
      );
      servers.push(server);
    }
  });
  return {
    servers,
    dns(resolver) {
      for (const { name, address } of hosts) {
        resolver.set(name, [address]);
        resolver.publish(domain, { type: 'NS', value: name });
      }
      const nameServerPort = servers[0]?.port ?? 0;
      const asked = { servers: [], resolver: [resolver.address], nameServerPort };
      return createDns({ ...asked, reach: 'loopback', ...(timeoutMs !== undefined && { timeoutMs }) });
    },
  };
}
