// Opens the transports of the sender of a lane: relays, and direct delivery with all that it asks.
import { createDane } from '../../shared/mail/dane/dane.ts';
import { createMailboxProviders } from '../../shared/mail/providers/providers.ts';
import { createValidatingResolver } from '../../shared/platform/net/dns/validating/resolver.ts';
import { isReceivedHere } from '../../shared/resources/messaging/domains/find-receiving.ts';
import { SENDING_WORK } from '../../shared/resources/messaging/emails/delivery/work.ts';
import type { MailLane } from '../../shared/resources/messaging/emails/email.ts';
import { createMtaSts } from '../../shared/resources/messaging/mta-sts/mta-sts.ts';
import type { WorkerDeps } from '../runtime/job.ts';
import { SEND_TIMES } from '../runtime/send-times.ts';
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
import type { Delivery, Transport } from './transport.ts';

/** Opens transports, which share what they learn of destinations. */
export interface TransportOpener {
  readonly destinations: Destinations;
  /**
   * @param url in the form of SMTP_URL
   * @throws ConfigError when it is invalid
   */
  relay(url: string, maxConnections: number): Transport;
  /** One transport, which all providers that deliver directly share. */
  direct(): Transport;
  closeDirect(): Promise<void>;
}

/** Creates the opener of a lane in a process. */
export function createTransportOpener(deps: WorkerDeps, lane: MailLane): TransportOpener {
  const { config, database, clock, metrics, log } = deps;
  const onDelivery = countResponses(metrics.smtpResponses);
  const hostname = ehloNameOf(config.mailHostname);
  const destinations = new Destinations({
    database,
    clock,
    log,
    lane,
    group: SENDING_WORK[lane].group,
    deadAfterMs: deps.lease.deadAfterMs,
    checkEveryMs: (deps.sendTimes ?? SEND_TIMES).checkEveryMs,
  });
  let direct: Transport | undefined;
  return {
    destinations,
    relay(url, maxConnections) {
      const warn = warnOfOutages(log, () => performance.now());
      const hear = (delivery: Delivery) => {
        onDelivery(delivery);
        warn(delivery);
      };
      return createRelay({ url, maxConnections, hostname, onDelivery: hear });
    },
    direct() {
      direct ??= openDirect(deps, { lane, hostname, onDelivery, destinations });
      return direct;
    },
    async closeDirect() {
      await direct?.close();
    },
  };
}

interface DirectSettings {
  lane: MailLane;
  /** Our name in EHLO where no source has its own. */
  hostname: string;
  onDelivery: ReturnType<typeof countResponses>;
  destinations: Destinations;
}

function openDirect(
  deps: WorkerDeps,
  { lane, hostname, onDelivery, destinations }: DirectSettings,
): Transport {
  const { config, database, metrics, log } = deps;
  const { port, sources, maxConnections } = config.mx;
  const mtaSts = createMtaSts(deps);
  const findRoute = createRouteFinder({
    dns: openRouteDns(deps),
    ownHost: config.mailHostname,
    isReceivedHere: (domain) => isReceivedHere(database, domain),
    random: Math.random,
    nowMs: () => performance.now(),
    unknownCachedMs: (deps.sendTimes ?? SEND_TIMES).unknownRouteMs,
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
    maxConnections,
    onDelivery,
    findWay,
    mtaSts,
    port,
    reach: config.outboundReach,
    random: Math.random,
    onTlsSession: countTlsSessions(metrics.tlsSessions),
    onClose: mtaSts.close,
    onUnreadable(error) {
      log.warn(
        { err: error },
        'the route of a mail could not be read from the database; the mail is released',
      );
    },
    onTestedMiss: () => metrics.mtaStsTestMisses.inc(),
  });
}

/** With a validating resolver, every answer says whether DNSSEC has proven it. */
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
