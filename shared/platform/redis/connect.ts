// Connects to Redis or Valkey: one server, Sentinels or a Cluster, depending on the form of REDIS_URL. All connections
// of the program are made here. The caller chooses the timeouts and whether commands wait for the connection
// (RedisTimeouts).
import type { Cluster, Redis, RedisOptions } from 'ioredis';
import { parseRedisUrl, type RedisAddress } from '../config/redis-url.ts';
import type { Logger } from '../log/log.ts';
import { requirePackage } from '../process/require-package.ts';

/** Longest pause between two attempts to reconnect; the first ones follow each other quickly (linear back-off). */
const RECONNECT_MAX_MS = 1_000;
const CONNECT_TIMEOUT_MS = 5_000;
/** Without this timeout a command to a frozen server would wait for ever. */
const COMMAND_TIMEOUT_MS = 2_000;

/** A connection to one server, to the master that Sentinels name, or to a Cluster. */
export type RedisClient = Redis | Cluster;

/** The options in which connections differ. */
export type RedisTimeouts = Pick<
  RedisOptions,
  'enableOfflineQueue' | 'commandTimeout' | 'maxRetriesPerRequest' | 'socketTimeout'
>;

/**
 * For callers that must not delay a request: commands fail at once while the server is away, and soon when it hangs.
 */
export const FAIL_FAST: RedisTimeouts = { enableOfflineQueue: false, commandTimeout: COMMAND_TIMEOUT_MS };

/** Starts to connect at once, and retries without an end. */
export function connectRedis(url: string, timeouts: RedisTimeouts, log: Logger): RedisClient {
  const address = parseRedisUrl(url);
  if (!address) throw new Error('REDIS_URL has an unknown form; the configuration should have refused it.');
  const client = connectTo(address, timeouts);
  client.on('error', (error) => log.debug({ err: error }, 'redis connection'));
  return client;
}

const pauseBefore = (times: number) => Math.min(times * 50, RECONNECT_MAX_MS);

function connectTo(address: RedisAddress, timeouts: RedisTimeouts): RedisClient {
  const { Cluster, Redis } = requirePackage<typeof import('ioredis')>('ioredis');
  const options = { ...timeouts, connectTimeout: CONNECT_TIMEOUT_MS };
  if (address.kind === 'single') return new Redis(address.url, { ...options, retryStrategy: pauseBefore });
  const { nodes, tls, username, password } = address;
  const login = { ...(username && { username }), ...(password && { password }), ...(tls && { tls: {} }) };
  if (address.kind === 'sentinel') {
    return new Redis({
      ...options,
      ...login,
      sentinels: nodes,
      name: address.masterName,
      db: address.database,
      enableTLSForSentinelMode: tls,
      ...(tls && { sentinelTLS: {} }),
      retryStrategy: pauseBefore,
      sentinelRetryStrategy: pauseBefore,
    });
  }
  const { enableOfflineQueue = true, ...ofEachNode } = options;
  return new Cluster(nodes, {
    enableOfflineQueue,
    clusterRetryStrategy: pauseBefore,
    redisOptions: { ...ofEachNode, ...login },
    // Certificates contain names, so names must not be resolved to addresses before the TLS handshake.
    ...(tls && {
      dnsLookup: (name: string, found: (error: null, address: string) => void) => found(null, name),
    }),
  });
}
