// Direct delivery to servers of this machine: a DNS server, an SMTP server on each of several addresses, and the transport,
// with what domains demand of TLS as a test says it. Everything is closed after each test.
import type { DaneAnswer } from '../../../../../shared/mail/dane/dane.ts';
import type { MtaStsPolicy } from '../../../../../shared/mail/mta-sts/policy.ts';
import { createMailboxProviders } from '../../../../../shared/mail/providers/providers.ts';
import { createDns } from '../../../../../shared/platform/net/dns/dns.ts';
import { createDirect, type DirectOptions } from '../../../../../workers/transports/mx/direct.ts';
import { createRouteFinder } from '../../../../../workers/transports/mx/find-route.ts';
import { createWayFinder, type WayDeps } from '../../../../../workers/transports/mx/ways.ts';
import type { Delivery, OutgoingMessage, Transport } from '../../../../../workers/transports/transport.ts';
import { type IssuedCertificate, issueCertificate } from '../../../../support/net/certificates.ts';
import { createDnsServer, type DnsServer } from '../../../../support/net/dns-server.ts';
import {
  type SmtpSink,
  type SmtpSinkOptions,
  startSmtpSink,
} from '../../../../support/smtp-sink/smtp-sink.ts';
import { goOn, makeMail } from '../../smtp/support/use-relay.ts';
import { createUnstoredDestinations } from '../../support/unstored-destinations.ts';

/** What a test asks and changes. Use it only inside hooks and tests. */
export interface DirectBench {
  readonly dns: DnsServer;
  /** The one that transports trust. */
  readonly authority: IssuedCertificate;
  /** The policy of each domain. */
  readonly policies: Map<string, MtaStsPolicy>;
  /** What DANE says of each host; answers of DNS are then taken as proven. */
  readonly dane: Map<string, DaneAnswer>;
  readonly received: Set<string>;
  /** Starts a server on 127.0.0.`last`, and publishes that address of a host. */
  host(name: string, last: number, options?: SmtpSinkOptions): Promise<SmtpSink>;
  /** Publishes MX records: `10 mx.acme.test`. */
  mx(domain: string, ...records: string[]): void;
  direct(options?: Partial<DirectOptions & Pick<WayDeps, 'chooseSources'>>): Transport;
  /** Sends a mail to an address, by a transport of its own unless one is given. */
  send(to: string, changes?: Partial<OutgoingMessage>, transport?: Transport): Promise<Delivery>;
}

/** The name of this service in tests. */
export const OWN_HOST = 'mail.posthorn.test';
const SHORT = { connectMs: 400, greetingMs: 400, ehloMs: 2_000, tlsMs: 1_000, mailMs: 2_000 };

/** Call it inside `describe`. */
export function useDirect(): DirectBench {
  const sinks: SmtpSink[] = [];
  const transports: Transport[] = [];
  const policies = new Map<string, MtaStsPolicy>();
  const dane = new Map<string, DaneAnswer>();
  const received = new Set<string>();
  let dns: DnsServer;
  let authority: IssuedCertificate;
  let port = 0;
  before(async () => {
    authority = await issueCertificate('Trusted', { isAuthority: true });
  });
  beforeEach(async () => {
    dns = await createDnsServer();
  });
  afterEach(async () => {
    await Promise.all(transports.splice(0).map((transport) => transport.close()));
    await Promise.all(sinks.splice(0).map((sink) => sink.stop()));
    await dns.close();
    for (const each of [policies, dane, received]) each.clear();
    port = 0;
  });
  const findWay = (chooseSources: WayDeps['chooseSources']) => {
    const asked = createDns({ servers: [dns.address], reach: 'loopback', timeoutMs: 500 });
    const findRoute = createRouteFinder({
      dns: {
        mx: async (domain) => ({ answer: await asked.mx(domain), isSecure: dane.size > 0 }),
        addresses: asked.addresses,
        dane: async (host) => dane.get(host) ?? { kind: 'none' },
      },
      ownHost: OWN_HOST,
      isReceivedHere: async (domain) => received.has(domain),
      random: () => 0,
      nowMs: () => performance.now(),
      unknownCachedMs: 30_000,
    });
    const providers = createMailboxProviders([]);
    const destinations = createUnstoredDestinations();
    return createWayFinder({ findRoute, providers, destinations, sources: [], chooseSources });
  };
  const bench: DirectBench = {
    get dns() {
      return dns;
    },
    get authority() {
      return authority;
    },
    policies,
    dane,
    received,
    async host(name, last, options = {}) {
      const host = `127.0.0.${last}`;
      dns.publish(name, { type: 'A', value: host });
      const sink = await startSmtpSink({ host, port, ...options });
      port = sink.port;
      sinks.push(sink);
      return sink;
    },
    mx(domain, ...records) {
      for (const record of records) {
        const [priority, value = ''] = record.split(' ');
        dns.publish(domain, { type: 'MX', value, priority: Number(priority) });
      }
    },
    direct({
      chooseSources = () => ({ v4: { address: undefined, hostname: 'client.test' } }),
      ...options
    } = {}) {
      const transport = createDirect({
        findWay: findWay(chooseSources),
        mtaSts: {
          find(domain) {
            const policy = policies.get(domain);
            return Promise.resolve(policy ? { kind: 'policy', policy } : { kind: 'none' });
          },
        },
        port,
        reach: 'loopback',
        onUnreadable: () => undefined,
        maxConnections: 10,
        random: () => 0,
        timeouts: SHORT,
        certificateAuthority: authority.cert,
        ...options,
      });
      transports.push(transport);
      return transport;
    },
    send: (to, changes = {}, transport = bench.direct()) =>
      transport.send({ ...makeMail('Hello', to), ...changes }, goOn),
  };
  return bench;
}
