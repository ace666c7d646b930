// Opens the transport of a sender as SMTP_URL says it: a relay, or direct delivery with all that it asks.
import { createDane } from '../../shared/mail/dane/dane.ts';
import { createMailboxProviders } from '../../shared/mail/providers/providers.ts';
import { ConfigError } from '../../shared/platform/config/config.ts';
import { isDirect } from '../../shared/platform/config/mx-settings.ts';
import { createValidatingResolver } from '../../shared/platform/net/dns/validating/resolver.ts';
import { isReceivedHere } from '../../shared/resources/messaging/domains/find-receiving.ts';
import { SENDING_WORK } from '../../shared/resources/messaging/emails/delivery/work.ts';
import type { MailLane } from '../../shared/resources/messaging/emails/email.ts';
import { createMtaSts } from '../../shared/resources/messaging/mta-sts/mta-sts.ts';
import type { WorkerDeps } from '../runtime/job.ts';
import { SEND_TIMES } from '../send/times.ts';
import { createDirect } from './mx/direct.ts';
import { createRouteFinder, type RouteDns } from './mx/find-route.ts';
import { chooseSources } from './mx/sources.ts';
import { countTlsSessions } from './mx/tls-sessions.ts';
import { createWayFinder } from './mx/ways.ts';
import { warnOfOutages } from './outage-log.ts';
import { Destinations } from './pacing/destinations.ts';
import { countResponses } from './response-classes.ts';
import { ehloNameOf } from './smtp/ehlo-name.ts';
import { createRelay } from './smtp/relay.ts';
import type { Transport } from './transport.ts';

/** @throws ConfigError when SMTP_URL is missing or invalid */
export function openTransport(deps: WorkerDeps, lane: MailLane, maxConnections: number): Transport {
  const { config, metrics, log } = deps;
  if (!config.smtpUrl) throw new ConfigError('Configuration: "SMTP_URL" is required to send.');
  const count = countResponses(metrics.smtpResponses);
  const hostname = ehloNameOf(config.mailHostname);
  if (isDirect(config)) return openDirect(deps, { lane, maxConnections, hostname, onDelivery: count });
  const warn = warnOfOutages(log, () => performance.now());
  return createRelay({
    url: config.smtpUrl,
    maxConnections,
    hostname,
    onDelivery: (delivery) => {
      count(delivery);
      warn(delivery);
    },
  });
}

interface DirectSettings {
  lane: MailLane;
  maxConnections: number;
  /** Our name in EHLO where no source has its own. */
  hostname: string;
  onDelivery: ReturnType<typeof countResponses>;
}

function openDirect(deps: WorkerDeps, { lane, hostname, ...options }: DirectSettings): Transport {
  const { config, database, metrics, log } = deps;
  const { port, sources } = config.mx;
  const mtaSts = createMtaSts(deps);
  const times = deps.sendTimes ?? SEND_TIMES;
  const findRoute = createRouteFinder({
    dns: openRouteDns(deps),
    ownHost: config.mailHostname,
    isReceivedHere: (domain) => isReceivedHere(database, domain),
    random: Math.random,
    nowMs: () => performance.now(),
    unknownKeptMs: times.unknownRouteMs,
  });
  const destinations = new Destinations({
    ...{ database, clock: deps.clock, log, lane },
    group: SENDING_WORK[lane].group,
    deadAfterMs: deps.lease.deadAfterMs,
    lookEveryMs: times.lookEveryMs,
  });
  const systemSource = { v4: { address: undefined, hostname } };
  const findWay = createWayFinder({
    findRoute,
    providers: createMailboxProviders(config.mx.shaping),
    destinations,
    sources: sources.map(({ address }) => address),
    chooseSources: ({ id, sourcePool: pool, lastSource }, isBlocked) =>
      sources.length > 0 ? chooseSources(sources, { pool, lane, id, lastSource, isBlocked }) : systemSource,
  });
  return createDirect({
    ...options,
    findWay,
    mtaSts,
    port,
    reach: config.outboundReach,
    random: Math.random,
    onTlsSession: countTlsSessions(metrics.tlsSessions),
    onClose: mtaSts.close,
    onClosed: () => destinations.stop(),
    onUnreadable(error) {
      log.warn({ err: error }, 'the way of a mail could not be read from the database; it is returned');
    },
    onTestedMiss: () => metrics.mtaStsTestMisses.inc(),
  });
}

/** With a validating resolver, every answer is one that DNSSEC has proven, or says that it is not. */
function openRouteDns({ config, dns }: WorkerDeps): RouteDns {
  if (config.dnssecResolver === undefined) {
    return {
      mx: async (domain) => ({ answer: await dns.mx(domain), isSecure: false }),
      addresses: dns.addresses,
      dane: async () => ({ kind: 'none' }),
    };
  }
  const resolver = createValidatingResolver(config.dnssecResolver);
  const dane = createDane(resolver);
  return {
    mx: dane.mx,
    addresses: async (host) => (await resolver.addresses(host)).answer,
    dane: dane.find,
  };
}
