// The connection pools of direct delivery: one for each address, port, host, source and demand on TLS. Two domains on one
// server may demand different things, and what the server lacks for one must not stop the other.
import type { TLSSocket } from 'node:tls';
import type { Destination } from '../pacing/destination.ts';
import { ConnectionBudget } from '../smtp/connection-budget.ts';
import { type OpenOptions, openConnection } from '../smtp/opening/open-connection.ts';
import { ConnectionPool, type PoolLimits } from '../smtp/pool.ts';
import type { SmtpServer, TlsPolicy } from '../smtp/servers.ts';
import type { SmtpTimeouts } from '../smtp/timeouts.ts';
import type { DirectSource } from './ways.ts';

/** A server of a recipient, and how it is connected to. */
export interface DirectTarget {
  host: string;
  address: string;
  port: number;
  source: DirectSource;
  tls: TlsPolicy;
  /** The provider of the server, as we see it. */
  destination: Destination;
  /** The requirements of DANE; the server is asked for the certificate of `serverName`. */
  trust?: { key: string; serverName: string; isTrusted(socket: TLSSocket): boolean } | undefined;
}

/** The common settings of pools. */
export interface PoolSetOptions {
  limits: PoolLimits;
  /** Connections of all pools together. */
  maxConnections: number;
  timeouts: SmtpTimeouts;
  certificateAuthority?: string | undefined;
}

/** The number of pools above which those without connections are removed. */
const KEPT_MIN = 1_000;

export class PoolSet {
  readonly #options: PoolSetOptions;
  readonly #budget: ConnectionBudget;
  readonly #pools = new Map<string, ConnectionPool>();
  #keptMax = KEPT_MIN;
  #isClosing = false;

  constructor(options: PoolSetOptions) {
    this.#options = options;
    this.#budget = new ConnectionBudget(options.maxConnections);
  }

  /** The pool for a target. */
  get(target: DirectTarget): ConnectionPool {
    const { host, address, port, source, tls, trust, destination } = target;
    const key = [address, port, host, source.address, source.hostname, tls, trust?.key].join(' ');
    const known = this.#pools.get(key);
    if (known) return known;
    this.#forgetEmpty();
    const pool = new ConnectionPool({
      limits: this.#limitsOf(destination),
      budget: this.#budget,
      group: destination,
      open: (signal) => openConnection(serverOf(target), this.#openOptions(source), signal),
    });
    this.#pools.set(key, pool);
    if (this.#isClosing) void pool.close();
    return pool;
  }

  /** Graceful shutdown. */
  async close(): Promise<void> {
    this.#isClosing = true;
    await Promise.all([...this.#pools.values()].map((pool) => pool.close()));
  }

  /** Closes all connections at once. */
  destroy(): void {
    for (const pool of this.#pools.values()) pool.destroy();
  }

  #limitsOf({ provider: { connections, mailsPerConnection, idleMs } }: Destination): PoolLimits {
    const { limits } = this.#options;
    return {
      ...limits,
      maxConnections: Math.min(limits.maxConnections, connections),
      maxMails: Math.min(limits.maxMails, mailsPerConnection),
      idleMs: Math.min(limits.idleMs, idleMs ?? limits.idleMs),
    };
  }

  #openOptions({ address, hostname }: DirectSource): OpenOptions {
    const { timeouts, certificateAuthority } = this.#options;
    return { hostname, timeouts, localAddress: address, certificateAuthority };
  }

  #forgetEmpty(): void {
    if (this.#pools.size < this.#keptMax) return;
    for (const [key, pool] of this.#pools) if (pool.isEmpty && !pool.isDown) this.#pools.delete(key);
    this.#keptMax = Math.max(KEPT_MIN, 2 * this.#pools.size);
  }
}

function serverOf({ host, address, port, tls, trust }: DirectTarget): SmtpServer {
  const isTrusted = trust?.isTrusted;
  return {
    host: trust?.serverName ?? host,
    address,
    port,
    implicitTls: false,
    tls,
    login: undefined,
    isTrusted,
  };
}
