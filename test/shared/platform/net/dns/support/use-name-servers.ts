// A resolver and name servers for tests of the questions about a domain: each server has another address of this
// machine, and all name servers the same port, as on the internet.
import type { Dns, ServerAnswer } from '../../../../../../shared/platform/net/dns/answer.ts';
import { createDns, type DnsOptions } from '../../../../../../shared/platform/net/dns/dns.ts';
import { createDnsServer, type DnsServer } from '../../../../../support/net/dns-server.ts';

/** Long enough for a busy machine, short enough for tests of silence. */
const TIMEOUT_MS = 500;

/** The servers; read the fields inside hooks and tests. */
export interface NameServers {
  /** Has every name. */
  readonly resolver: DnsServer;
  /** Name servers at 127.0.0.2, 127.0.0.3 and 127.0.0.4. */
  readonly own: readonly [DnsServer, DnsServer, DnsServer];
  /** Moves the monotonic clock. */
  pass(ms: number): void;
  /** DNS that uses the resolver and the port of the name servers. */
  create(options?: Partial<DnsOptions>): Dns;
  /** Gives the resolver the name servers of a zone, which get it: ns1.host.dev and so on. */
  delegate(zone: string, servers?: readonly DnsServer[]): void;
}

/** Starts the servers for each test of the enclosing `describe`. */
export function useNameServers(): NameServers {
  let started: { resolver: DnsServer; own: [DnsServer, DnsServer, DnsServer] } | undefined;
  let nowMs = 0;
  const running = () => {
    if (!started) throw new Error('The name servers run only inside hooks and tests.');
    return started;
  };
  beforeEach(async () => {
    const first = await createDnsServer({ host: '127.0.0.2' });
    const others = ['127.0.0.3', '127.0.0.4'].map((host) => createDnsServer({ host, port: first.port }));
    const [second, third] = await Promise.all(others);
    if (!second || !third) throw new Error('A name server is missing.');
    started = { resolver: await createDnsServer(), own: [first, second, third] };
  });
  afterEach(async () => {
    const { resolver, own } = running();
    await Promise.all([resolver, ...own].map((server) => server.close()));
  });
  return {
    get resolver() {
      return running().resolver;
    },
    get own() {
      return running().own;
    },
    pass: (ms) => {
      nowMs += ms;
    },
    create: (options) => {
      const { resolver, own } = running();
      return createDns({
        servers: [],
        reach: 'loopback',
        resolver: [resolver.address],
        nameServerPort: own[0].port,
        timeoutMs: TIMEOUT_MS,
        nowMs: () => nowMs,
        ...options,
      });
    },
    delegate(zone, servers = running().own) {
      const { resolver, own } = running();
      const names = servers.map((server) => `ns${own.indexOf(server) + 1}.host.dev`);
      servers.forEach((server, index) => {
        const name = names[index] ?? '';
        resolver.publish(zone, { type: 'NS', value: name });
        resolver.set(name, [server.host]);
        server.zone(zone, names);
      });
    },
  };
}

/** The answers by the first label of the server. */
export function byServer(answers: readonly ServerAnswer<unknown>[]) {
  return Object.fromEntries(
    answers.map(({ server, answer }) => [server?.split('.')[0] ?? 'resolver', answer]),
  );
}
