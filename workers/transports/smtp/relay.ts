// The relay: sends mail to the servers of SMTP_URL, with failover. The first reachable server gets the mail; the next
// one is tried only while it is certain that the previous one does not have the mail, so that failover sends no
// duplicates.
import { hostname as systemName } from 'node:os';
import type { SmtpStage } from '../../../shared/mail/smtp-reply.ts';
import type { Delivery, OutgoingMessage, SendHooks, Transport } from '../transport.ts';
import { encodeContent } from './content.ts';
import { toDelivery } from './failure.ts';
import { type OpenOptions, openConnection } from './opening/open-connection.ts';
import { ConnectionPool, type PoolLimits } from './pool.ts';
import { probeServer } from './probe.ts';
import { isTransient } from './replies/reply.ts';
import { parseSmtpUrl } from './servers.ts';
import { SMTP_TIMEOUTS, type SmtpTimeouts } from './timeouts.ts';
import { transact, type WireMessage } from './transaction.ts';

/** Options of a relay; absent ones have a default. */
export interface RelayOptions {
  /** Value of SMTP_URL (servers.ts). */
  url: string;
  /** Connections per server. */
  maxConnections: number;
  /** The client's name in EHLO. */
  hostname?: string;
  timeouts?: Partial<SmtpTimeouts>;
  limits?: Partial<PoolLimits>;
  /** Certificate authorities to trust instead of Node's, in PEM. */
  certificateAuthority?: string;
  /** Called with the result of each server that was tried, also if another one has then accepted the message. */
  onDelivery?(delivery: Delivery): void;
  /** Time limit for the probe of one server. */
  probeMs?: number;
  /** How long `close` waits for mail on the wire before it closes the connections by force. */
  closeMs?: number;
}

const BEFORE_LOGIN: ReadonlySet<SmtpStage> = new Set(['connect', 'greeting', 'ehlo']);
const SERVER_IS_LEAVING = 421;
/** A process has 25 s to stop (docs/architecture/guarantees.md#shutdown); the rest is for writing outcomes. */
const CLOSE_MS = 20_000;
const PROBE_MS = 10_000;
const LIMITS: Omit<PoolLimits, 'maxConnections'> = {
  // Many servers close a connection after a hundred mails.
  maxMails: 100,
  maxWaiting: 2_000,
  // Well below the five minutes after which servers close an idle connection (RFC 5321 §4.5.3.2.7).
  idleMs: 30_000,
  restMs: 30_000,
  resetMs: 30_000,
};

/** A server of SMTP_URL. */
interface Hop {
  /** Its host name. */
  server: string;
  pool: ConnectionPool;
}

/**
 * Creates a relay; it connects when there is mail.
 * @throws ConfigError when the URL is invalid
 */
export function createRelay(options: RelayOptions): Transport {
  const { url, maxConnections, hostname = systemName(), certificateAuthority } = options;
  const { probeMs = PROBE_MS, closeMs = CLOSE_MS } = options;
  const servers = parseSmtpUrl(url);
  const timeouts = { ...SMTP_TIMEOUTS, ...options.timeouts };
  const opening: OpenOptions = { hostname, timeouts, certificateAuthority };
  const limits = { ...LIMITS, ...options.limits, maxConnections };
  const hops = servers.map(
    (server): Hop => ({
      server: server.host,
      pool: new ConnectionPool({ limits, open: (signal) => openConnection(server, opening, signal) }),
    }),
  );
  const closing = new AbortController();

  return {
    name: 'relay',
    async send(message, hooks) {
      checkEnvelope(message);
      const wireMessage = { ...message, content: encodeContent(message.raw) };
      let delivery: Delivery = { kind: 'unreachable', stage: 'queue', reason: 'There is no server.' };
      for (const hop of inOrder(hops)) {
        delivery = withServer(hop, await sendVia(hop, wireMessage, { hooks, timeouts }).catch(toDelivery));
        options.onDelivery?.(delivery);
        if (!mayFailOver(delivery)) break;
      }
      return delivery;
    },
    async probe(refused) {
      let refusal: string | undefined;
      for (const server of servers) {
        if (closing.signal.aborted) return 'The relay is closing.';
        const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(probeMs)]);
        const answer = await probeServer(server, { opening, signal, refused });
        if (answer.isReached) return answer.refusal;
        refusal ??= answer.refusal;
      }
      return refusal;
    },
    async close() {
      closing.abort();
      const timer = setTimeout(() => {
        for (const { pool } of hops) pool.destroy();
      }, closeMs);
      await Promise.all(hops.map(({ pool }) => pool.close()));
      clearTimeout(timer);
    },
  };
}

/** Servers that are down come last: if all are down, the mail still tries them. */
function inOrder(hops: readonly Hop[]): Hop[] {
  return [...hops.filter(({ pool }) => !pool.isDown), ...hops.filter(({ pool }) => pool.isDown)];
}

async function sendVia(
  { pool }: Hop,
  message: WireMessage & Pick<OutgoingMessage, 'accountId'>,
  options: { hooks: SendHooks; timeouts: SmtpTimeouts },
): Promise<Delivery> {
  for (;;) {
    const connection = await pool.acquire(message.accountId);
    const isReused = connection.mails > 0;
    const delivery = await transact(connection, message, options).finally(() => pool.release(connection));
    // A server may close an idle connection in the moment in which it is used again; that says nothing about the
    // server. Nor do replies that may belong to the previous mail.
    const isInDoubt = isLostAtStart(delivery) || (connection.isDesynchronized && isBeforeContent(delivery));
    if (!(isReused && isInDoubt)) return delivery;
  }
}

/** Names the server, unless nothing was tried with it. */
function withServer({ server }: Hop, delivery: Delivery): Delivery {
  if (delivery.kind === 'withheld' || delivery.kind === 'needs_seven_bit') return delivery;
  return delivery.kind === 'unreachable' && delivery.stage === 'queue' ? delivery : { ...delivery, server };
}

function isLostAtStart(delivery: Delivery): boolean {
  if (delivery.kind === 'unreachable') return delivery.stage === 'mail';
  return (
    delivery.kind === 'refused' && delivery.stage === 'mail' && delivery.reply.code === SERVER_IS_LEAVING
  );
}

function isBeforeContent(delivery: Delivery): boolean {
  return (delivery.kind === 'unreachable' || delivery.kind === 'refused') && delivery.stage !== 'content';
}

/** True when the server does not have the mail and another one may accept it. */
function mayFailOver(delivery: Delivery): boolean {
  if (delivery.kind === 'unreachable') return !delivery.uncertain && delivery.stage !== 'queue';
  if (delivery.kind !== 'refused') return false;
  const { stage, reply } = delivery;
  // Another server may have what this one lacks: encryption.
  if (reply.isOurs && isTransient(reply)) return true;
  if (BEFORE_LOGIN.has(stage) || (stage === 'auth' && isTransient(reply))) return true;
  return stage !== 'content' && reply.code === SERVER_IS_LEAVING;
}

/** An address with a line break would inject an SMTP command. @throws TypeError */
function checkEnvelope({ envelope: { from, to } }: OutgoingMessage): void {
  if (to === '' || /[<>\p{Cc}]/u.test(from + to))
    throw new TypeError('An envelope address cannot be written into an SMTP command.');
}
