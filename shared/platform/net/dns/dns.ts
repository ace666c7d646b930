// DNS as a process uses it: every question of the program is asked through this folder. An answer is a value
// (answer.ts), a question takes 2 s at most, and nothing that verifies a domain is cached between two questions.
// docs/architecture/dns.md describes which servers it asks.
import { Resolver } from 'node:dns/promises';
import type { OutboundReach } from '../../addresses/allowed-address.ts';
import type { Config } from '../../config/config.ts';
import type { Dns, DnsAnswer, MailExchange } from './answer.ts';
import type { AskServer } from './channel.ts';
import { createDomainQuestions } from './domain-questions.ts';
import { findAddresses, reverseNameOf } from './find-addresses.ts';
import type { NameServerFinder } from './own-name-servers.ts';
import { NO_SUCH_NAME, toAnswer } from './question.ts';
import { createDnsServers, QUESTION_TIMEOUT_MS } from './servers.ts';
import { createValueCache } from './value-cache.ts';

/** The servers that a process asks. */
export interface DnsOptions {
  /** The value of DNS_SERVERS: asked about everything; empty: the system's resolver and domains' own name servers. */
  servers: readonly string[];
  /** The addresses of name servers that may be asked. */
  reach: OutboundReach;
  /** Port of the domains' own name servers. */
  nameServerPort?: number;
  /** Replaces the system's resolver: `address` or `address:port`. */
  resolver?: readonly string[];
  /** The value of DEVELOPMENT_DNS: asked first; it refuses questions about zones that it does not have. */
  developmentServer?: string | undefined;
  /** Shorter in tests. */
  timeoutMs?: number;
  /** Monotonic milliseconds. */
  nowMs?: () => number;
}

/** Questions of a process in flight. */
const AT_A_TIME = 256;
/** How long addresses of name servers and MX records are cached: Node does not report the TTL of an MX. */
const KEPT_MS = 5 * 60_000;
const KEPT_MAX = 10_000;
/** How long the list of the system's DNS servers is cached. */
const SYSTEM_KEPT_MS = 60_000;
const DNS_PORT = 53;

/** Creates the DNS of a process as its configuration says. */
export function createConfiguredDns(
  config: Pick<Config, 'dnsServers' | 'outboundReach' | 'developmentDns'>,
): Dns {
  const { dnsServers: servers, outboundReach: reach, developmentDns: developmentServer } = config;
  return createDns({ servers, reach, developmentServer });
}

/** Creates the DNS of a process. */
export function createDns(options: DnsOptions): Dns {
  const { reach, nameServerPort = DNS_PORT, developmentServer } = options;
  const { timeoutMs = QUESTION_TIMEOUT_MS, nowMs = () => performance.now() } = options;
  const servers = createDnsServers({ atATime: AT_A_TIME, timeoutMs, nowMs });
  const cached = { max: KEPT_MAX, maxAgeMs: KEPT_MS, nowMs };
  const resolver = servers.resolver(listResolvers(options, nowMs));
  const development =
    developmentServer === undefined ? undefined : servers.resolver(() => [developmentServer]);
  const ask = development ? askFirst(development, resolver) : resolver;
  const finder: NameServerFinder = {
    servers,
    resolver,
    reach,
    nameServerPort,
    cachedAddresses: createValueCache(cached),
  };
  const cachedExchanges = createValueCache<DnsAnswer<MailExchange>>(cached);
  return {
    txt: async (name) => toAnswer(await ask('TXT', name)),
    async mx(name) {
      const known = cachedExchanges.get(name);
      if (known) return known;
      const answer = toAnswer(await ask('MX', name));
      if (answer.kind !== 'unanswered') cachedExchanges.set(name, answer);
      return answer;
    },
    addresses: async (host) => toAnswer(await findAddresses(ask, host)),
    cname: async (name) => toAnswer(await ask('CNAME', name)),
    ns: async (name) => toAnswer(await ask('NS', name)),
    async ptr(address) {
      const name = reverseNameOf(address);
      return toAnswer(name === undefined ? NO_SUCH_NAME : await ask('PTR', name));
    },
    about: (domain) =>
      createDomainQuestions(
        {
          resolver: ask,
          finder: options.servers.length > 0 ? undefined : finder,
          developmentServer: development,
        },
        domain,
      ),
  };
}

/** The servers of the system may change while the process runs (DHCP, a container that is moved). */
function listResolvers({ servers, resolver }: DnsOptions, nowMs: () => number): () => readonly string[] {
  if (servers.length > 0) return () => servers;
  if (resolver) return () => resolver;
  const cached = createValueCache<readonly string[]>({ max: 1, maxAgeMs: SYSTEM_KEPT_MS, nowMs });
  return () => {
    const known = cached.get('');
    if (known) return known;
    const present = new Resolver().getServers();
    cached.set('', present);
    return present;
  };
}

/** Asks the development server, and the resolver about all that it refuses or while it does not run. */
function askFirst(development: AskServer, resolver: AskServer): AskServer {
  return async (type, name) => {
    const reply = await development(type, name);
    return reply.kind === 'unanswered' ? await resolver(type, name) : reply;
  };
}
