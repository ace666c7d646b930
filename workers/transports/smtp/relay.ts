// The relay: sends mail to the servers of SMTP_URL, with failover. The first reachable server gets the mail; the next
// one is tried only while it is certain that the previous one does not have the mail, so that failover sends no
// duplicates.
import { hostname as systemName } from 'node:os';
import type { Delivery, Transport } from '../transport.ts';
import { type OpenOptions, openConnection } from './opening/open-connection.ts';
import { ConnectionPool, type PoolLimits } from './pool.ts';
import { probeServer } from './probe.ts';
import { parseSmtpUrl } from './servers.ts';
import { SMTP_TIMEOUTS, type SmtpTimeouts } from './timeouts.ts';
import { type Hop, tryServers } from './try-servers.ts';

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
    isDirect: false,
    send: (message, hooks) =>
      tryServers(inOrder(hops), message, { hooks, timeouts, onDelivery: options.onDelivery }),
    async probe(refused) {
      let refusal: string | undefined;
      for (const server of servers) {
        if (closing.signal.aborted) return 'The transport is closing.';
        const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(probeMs)]);
        const answer = await probeServer(server, { opening, signal, refused });
        if (answer.isReached) return answer.refusal;
        refusal ??= answer.refusal;
      }
      return refusal;
    },
    async close(withinMs = closeMs) {
      closing.abort();
      const timer = setTimeout(() => {
        for (const { pool } of hops) pool.destroy();
      }, withinMs);
      await Promise.all(hops.map(({ pool }) => pool.close()));
      clearTimeout(timer);
    },
  };
}

/** Servers that are down are last: if all are down, the mail still tries them. */
function inOrder(hops: readonly Hop[]): Hop[] {
  return [...hops.filter(({ pool }) => !pool.isDown), ...hops.filter(({ pool }) => pool.isDown)];
}
