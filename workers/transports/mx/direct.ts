// Direct delivery: sends each mail to the servers of its recipient's domain, without a relay. The next host is tried only
// while it is certain that the one before does not have the mail.
import type { TlsPolicyName } from '../../../shared/mail/delivery-tls.ts';
import type { MtaStsPolicy } from '../../../shared/mail/mta-sts/policy.ts';
import type { ReplyEffect } from '../../../shared/mail/providers/reply-effect.ts';
import { writeEvent, writeHead } from '../../../shared/mail/smtp-dialogue.ts';
import { CONNECTION_STAGES } from '../../../shared/mail/smtp-reply.ts';
import { createValueCache, type ValueCache } from '../../../shared/platform/net/dns/value-cache.ts';
import { HOUR_MS, MINUTE_MS } from '../../../shared/platform/time/durations.ts';
import type { MtaSts } from '../../../shared/resources/messaging/mta-sts/mta-sts.ts';
import type { Destination } from '../pacing/destination.ts';
import type { PoolLimits } from '../smtp/pool.ts';
import type { TlsPolicy } from '../smtp/servers.ts';
import { SMTP_TIMEOUTS, type SmtpTimeouts } from '../smtp/timeouts.ts';
import { encodeMessage, type Hop, mayFailOver, tryServer } from '../smtp/try-servers.ts';
import type { Delivery, OutgoingMessage, Transport, Unreachable } from '../transport.ts';
import {
  type CandidateDeps,
  type CandidateOptions,
  listCandidates,
  NO_ADDRESS,
  type RoutedMail,
  type ServerCandidate,
  unreachable,
} from './candidates.ts';
import type { MailRoute } from './find-route.ts';
import { PoolSet } from './pools.ts';
import { decideAfter, missesTestedPolicy } from './tls-policy.ts';
import { domainOf, type FindWay, type Way } from './ways.ts';

/** Options of direct delivery. */
export interface DirectOptions extends CandidateOptions {
  findWay: FindWay;
  /** The policies of recipients' domains. */
  mtaSts: Pick<MtaSts, 'find'>;
  /** Connections of the process, to all servers together. */
  maxConnections: number;
  /** Called with the result of each server that was tried. */
  onDelivery?(delivery: Delivery): void;
  /**
   * Called after each try of a server in which TLS was wanted, and for each host that is left out because of its TLS:
   * with the policy that decided about it, and the result.
   */
  onTlsSession?(policy: TlsPolicyName, delivery: Delivery): void;
  /** Called when policies cannot be read from the database; the mail is returned. */
  onUnreadable(error: unknown): undefined;
  /** Called when a server does not meet what the domain of the recipient only tests (MTA-STS). */
  onTestedMiss?(): void;
  /** Called when the transport closes: it ends what mails wait for. */
  onClose?(): Promise<void>;
  timeouts?: Partial<SmtpTimeouts>;
  limits?: Partial<PoolLimits>;
  certificateAuthority?: string | undefined;
  closeMs?: number;
}

/** Three minutes in total until MAIL is taken: another host may be ready. */
const TIMEOUTS: SmtpTimeouts = {
  ...SMTP_TIMEOUTS,
  connectMs: MINUTE_MS / 4,
  greetingMs: MINUTE_MS,
  // Twice, the second time over TLS.
  ehloMs: MINUTE_MS / 3,
  tlsMs: MINUTE_MS / 3,
  mailMs: (MINUTE_MS * 3) / 4,
};
const LIMITS: PoolLimits = {
  // To one server; large providers refuse more.
  maxConnections: 20,
  maxMails: 100,
  maxWaiting: 2_000,
  idleMs: MINUTE_MS / 2,
  restMs: 5 * MINUTE_MS,
  resetMs: MINUTE_MS / 2,
};
const CLOSE_MS = 20_000;
const FAILED_TLS = { max: 10_000, maxAgeMs: HOUR_MS, nowMs: () => performance.now() };
/** After this time no other host is begun: a mail whose hosts all hang must not hold its place for half an hour. */
const ATTEMPT_MS = 5 * MINUTE_MS;
/** RFC 3207 §4. */
const MUST_ISSUE_STARTTLS = 530;
/** One server has at most this part of the connections, so that one that hangs does not hold all of them. */
const SERVER_SHARE = 4;

/** Creates the transport; it connects when there is mail. */
export function createDirect(options: DirectOptions): Transport {
  const timeouts = { ...TIMEOUTS, ...options.timeouts };
  const { maxConnections, certificateAuthority, closeMs = CLOSE_MS } = options;
  const share = Math.max(1, Math.floor(maxConnections / SERVER_SHARE));
  const perServer = Math.min(LIMITS.maxConnections, share);
  const limits = { ...LIMITS, maxConnections: perServer, ...options.limits };
  const pools = new PoolSet({ limits, maxConnections, timeouts, certificateAuthority });
  const failedTls = createValueCache<true>(FAILED_TLS);
  const surroundings = { options, pools, failedTls };
  return {
    name: 'mx',
    isDirect: true,
    findWay: options.findWay,
    async send(message, hooks) {
      const wireMessage = encodeMessage(message);
      const domain = domainOf(message.envelope.to);
      const asked = Promise.all([
        message.way ?? findWayOf(message, options.findWay),
        options.mtaSts.find(domain),
      ]);
      const found = await asked.catch(options.onUnreadable);
      if (!found) return { kind: 'withheld' };
      const [way, policy] = found;
      if (!way.destination) return endOf(way.route);
      if (policy.kind === 'unknown') return unreachable(policy.reason);
      const mtaSts = policy.kind === 'policy' ? policy.policy : undefined;
      const tries = { hooks, timeouts, onDelivery: options.onDelivery };
      return await tryHosts(surroundings, { message, domain, way, mtaSts }, (hop, dialogue) =>
        tryServer(hop, wireMessage, tries, dialogue),
      );
    },
    /** No recipient's server knows a login of ours, so there is nothing to probe. */
    probe: () => Promise.resolve(undefined),
    async close() {
      const timer = setTimeout(() => pools.destroy(), closeMs);
      await Promise.all([pools.close(), options.onClose?.()]);
      clearTimeout(timer);
    },
  };
}

/** The state that attempts share. */
interface Surroundings {
  options: DirectOptions;
  pools: PoolSet;
  /** Hosts whose handshake has failed: mail is sent to them in the clear for an hour, if no policy forbids it. */
  failedTls: ValueCache<true>;
}

/** Sends to a server. */
type SendTo = (hop: Hop, dialogue: string[]) => Promise<Delivery>;

/** Tries the hosts of a domain until one decides. */
async function tryHosts(surroundings: Surroundings, mail: RoutedMail, sendTo: SendTo): Promise<Delivery> {
  const { options, pools, failedTls } = surroundings;
  const dialogue: string[] = [];
  const begunMs = performance.now();
  let delivery: Delivery = unreachable(NO_ADDRESS);
  const deps: CandidateDeps = { options, pools, hasFailedTls: (host) => failedTls.get(host) ?? false };
  for await (const candidate of listCandidates(deps, mail)) {
    if (candidate.kind === 'left_out') {
      delivery = candidate.delivery;
      if (candidate.policy) options.onTlsSession?.(candidate.policy, delivery);
      dialogue.push(notTried(candidate.delivery));
      continue;
    }
    delivery = await tryCandidate(surroundings, candidate, (hop) => sendTo(hop, dialogue));
    const { destination } = candidate.target;
    const effect = destination.hear(delivery, begunMs);
    if (delivery.kind === 'refused') delivery.effect = effect;
    countTestedMiss(mail.mtaSts, candidate.target.host, delivery, options.onTestedMiss);
    const isAskedForLess = asksAllServers(destination, delivery, effect);
    if (isAskedForLess || !mayFailOver(delivery) || performance.now() > begunMs + ATTEMPT_MS) break;
  }
  if (delivery.kind === 'unreachable') delivery.dialogue = dialogue.join('');
  return delivery;
}

/**
 * Whether the reply holds for all servers of the provider, so that trying another one is pointless. That a single
 * server is slow does not count with a small provider.
 */
function asksAllServers(
  { provider }: Destination,
  delivery: Delivery,
  effect: ReplyEffect | undefined,
): boolean {
  if (!effect || delivery.kind !== 'refused') return false;
  return effect.kind !== 'slow' || (provider.isListed && !CONNECTION_STAGES.has(delivery.stage));
}

/** Tries a server, where its policy allows it also in the clear. */
async function tryCandidate(
  { options, pools, failedTls }: Surroundings,
  { hop, target, decision }: ServerCandidate,
  sendTo: (hop: Hop) => Promise<Delivery>,
): Promise<Delivery> {
  const tryWith = (tls: TlsPolicy) => sendTo({ ...hop, pool: pools.get({ ...target, tls }) });
  const delivery = await tryWith(target.tls);
  if (target.tls === 'off') {
    if (!wantsTls(delivery)) return delivery;
    failedTls.delete(target.host);
    return await tryWith('opportunistic');
  }
  options.onTlsSession?.(decision.policy, delivery);
  const hasFailed = delivery.kind === 'unreachable' && delivery.stage === 'tls';
  if (decideAfter({ policy: decision.policy, hasFailed }) !== 'clear') return delivery;
  const inClear = await tryWith('off');
  if (wantsTls(inClear)) return delivery;
  failedTls.set(target.host, true);
  return inClear;
}

function findWayOf({ id, envelope, sourcePool = null }: OutgoingMessage, findWay: FindWay): Promise<Way> {
  return findWay({ id, address: envelope.to, sourcePool, lastSource: null });
}

/** The end of a mail to a domain that has no servers, or no known ones now. */
function endOf(route: Exclude<MailRoute, { kind: 'hosts' }>): Delivery {
  switch (route.kind) {
    case 'takes_no_mail': {
      const text = 'The domain of the address accepts no mail (null MX).';
      return { kind: 'refused', stage: 'rcpt', reply: { code: 556, enhanced: '5.1.10', text, isOurs: true } };
    }
    case 'absent':
      return { kind: 'no_such_domain' };
    case 'unknown':
      return unreachable(route.reason);
  }
}

/** Whether the server accepts mail over TLS only; then its TLS is not what has failed permanently. */
function wantsTls(delivery: Delivery): boolean {
  return (
    delivery.kind === 'refused' && delivery.reply.code === MUST_ISSUE_STARTTLS && delivery.stage !== 'content'
  );
}

/** The dialogue of a host that was not tried. */
function notTried({ server = '', reason }: Unreachable): string {
  const opened_at = new Date().toISOString();
  const head = writeHead({ server, address: null, source: null, opened_at, tls: null });
  return `${head}0\n0x${writeEvent(reason)}\n`;
}

function countTestedMiss(
  mtaSts: MtaStsPolicy | undefined,
  host: string,
  delivery: Delivery,
  count: DirectOptions['onTestedMiss'],
): void {
  if (!count || !('tls' in delivery) || !delivery.tls) return;
  if (missesTestedPolicy(mtaSts, host, delivery.tls.verified)) count();
}
