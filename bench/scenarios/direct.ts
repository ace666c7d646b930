// Scenario `direct`: the same mail to a thousand domains, over STARTTLS, straight to the servers of each, to a single relay,
// and by a Postfix with OpenDKIM straight to the servers. All may have the same number of connections. Measures messages per
// second from the first POST until the servers have all.
import type { DnsServerQuestion } from '../domains/dns-main.ts';
import type { BenchRecord } from '../load/domain-names.ts';
import { DOMAIN_TAIL, DOMAINS_MAX, formatNumber, recipientDomain } from '../load/mail.ts';
import { BATCH, SINGLE } from '../load/shape.ts';
import { SIGNED_POSTFIX } from '../postfix/variant.ts';
import type { BenchProcess } from '../processes/start.ts';
import { type Contender, isPosthorn, type Scenario, type Setting } from '../scenario.ts';
import type { RunEnvironment, Variant } from '../variant.ts';
import { createDelivery, DELIVERED, DELIVERY_COLUMNS } from './deliver.ts';

const SERVERS = 200;
/**
 * One for each server. With fewer, direct delivery would close a connection for nearly every mail to open another one, and
 * so would measure handshakes, which a relay with connections that stay open does not have.
 */
const CONNECTIONS = 200;
/** All servers have one port. Postfix asks DNS at port 53, which only root can open, and only root starts Postfix. */
const DNS_OF_POSTFIX = { address: '127.0.1.253', port: 53 };

const RELAY = ['127.0.0.1'];
const SERVER_ADDRESSES = Array.from({ length: SERVERS }, (_, number) => `127.0.1.${number + 1}`);

/** How a contender reaches the servers. */
type Way = (variant: Variant, surroundings: RunEnvironment) => ReturnType<Variant['start']>;

export const direct: Scenario = {
  name: 'direct',
  question: () =>
    `Mail to ${DOMAINS_MAX.toLocaleString('en-US')} domains with two of ${SERVERS} servers each, over STARTTLS and at most ${CONNECTIONS} connections, in batches of 100 over 4 connections.`,
  columns: DELIVERY_COLUMNS,
  compared: DELIVERED,
  contenders: (setting) =>
    setting.variants.flatMap((variant) => {
      if (variant.name === SIGNED_POSTFIX)
        return [create(setting, variant, SERVER_ADDRESSES, { name: variant.name, way: postfixToServers })];
      if (!isPosthorn(variant)) return [];
      const relay = `${variant.name}, relay`;
      return [
        create(setting, variant, RELAY, { name: relay, way: toRelay }),
        create(setting, variant, SERVER_ADDRESSES, {
          name: `${variant.name}, direct`,
          way: (named, surroundings) => startDirect(named, surroundings, listRecords()),
          wanted: '≥ 0.6 × relay, ≥ 2 × postfix',
          dividedBy: { '× relay': relay, [`× ${SIGNED_POSTFIX}`]: SIGNED_POSTFIX },
        }),
      ];
    }),
};

function create(
  setting: Setting,
  variant: Variant,
  secureSink: readonly string[],
  { name, way, dividedBy = {}, wanted }: Pick<Contender, 'name'> & Partial<Contender> & { way: Way },
): Contender {
  const shape = isPosthorn(variant) ? BATCH : SINGLE;
  return createDelivery(setting, {
    name,
    dividedBy,
    wanted,
    secureSink,
    shape: { ...shape, domains: DOMAINS_MAX },
    variant: { ...variant, start: (surroundings) => way(variant, surroundings) },
  });
}

function toRelay(variant: Variant, surroundings: RunEnvironment) {
  const { smtpPort } = surroundings;
  return variant.start(withVariables(surroundings, { SMTP_URL: `smtp://${RELAY}:${smtpPort}?tls=insecure` }));
}

/** Starts Posthorn so that it delivers directly, to where these records lead. @param more variables */
export async function startDirect(
  variant: Variant,
  surroundings: RunEnvironment,
  records: readonly BenchRecord[],
  more: Record<string, string> = {},
): ReturnType<Variant['start']> {
  const dns = await startDns(surroundings, records, []);
  const variables = {
    ...more,
    SMTP_URL: 'mx:',
    MX_PORT: String(surroundings.smtpPort),
    DNS_SERVERS: `127.0.0.1:${dns.announcement['port']}`,
  };
  return withDns(await variant.start(withVariables(surroundings, variables)), dns);
}

async function postfixToServers(variant: Variant, surroundings: RunEnvironment) {
  const { address: dnsAddress, port } = DNS_OF_POSTFIX;
  const dns = await startDns(surroundings, listRecords(), [dnsAddress, String(port)]);
  const startPostfix: RunEnvironment['startPostfix'] = (options) =>
    surroundings.startPostfix({ ...options, direct: { dnsAddress, connections: CONNECTIONS } });
  return withDns(await variant.start({ ...surroundings, startPostfix }), dns);
}

/** In production Posthorn refuses the port and these addresses. */
function withVariables(surroundings: RunEnvironment, variables: Record<string, string>): RunEnvironment {
  const all = { NODE_ENV: 'development', SMTP_MAX_CONNECTIONS: String(CONNECTIONS), ...variables };
  return { ...surroundings, variables: all };
}

function withDns(running: Awaited<ReturnType<Variant['start']>>, dns: BenchProcess) {
  return { ...running, processes: [...running.processes, dns] };
}

async function startDns(
  { startProcess }: RunEnvironment,
  records: readonly BenchRecord[],
  listen: readonly string[],
): Promise<BenchProcess> {
  const dns = await startProcess({ name: 'dns', command: ['bench/domains/dns-main.ts', ...listen] });
  await dns.ask({ type: 'publish', records } satisfies DnsServerQuestion);
  return dns;
}

/** Every domain has two servers, and every server is the first one of five domains. */
export function listRecords(): BenchRecord[] {
  const hostOf = (number: number) => `mx.s${number % SERVERS}${DOMAIN_TAIL}`;
  const domains = Array.from({ length: DOMAINS_MAX }, (_, number) => number);
  return [
    ...domains.flatMap((number) =>
      [1, 2].map((place): BenchRecord => {
        const value = hostOf(number + place);
        return { prefix: recipientDomain(formatNumber(number)), type: 'MX', value, priority: 10 * place };
      }),
    ),
    ...SERVER_ADDRESSES.map((value, number): BenchRecord => ({ prefix: hostOf(number), type: 'A', value })),
  ];
}
