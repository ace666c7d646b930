// The one way to connect to Redis or Valkey, whichever form REDIS_URL has. Whoever connects says how patient it is;
// nothing here decides that.
import { Cluster, Redis, type RedisOptions } from 'ioredis';
import { parseRedisUrl, type RedisAddress } from '../config/redis-url.ts';
import type { Logger } from '../log/log.ts';

/** Reconnecting: quickly at first, never slower than this. */
const RECONNECT_MAX_MS = 1_000;
const CONNECT_TIMEOUT_MS = 5_000;
/** Without it a command to a frozen server would wait for ever. */
const COMMAND_TIMEOUT_MS = 2_000;

/** A connection to one server, to the master that Sentinels name, or to a Cluster. */
export type RedisClient = Redis | Cluster;

/** Where connections differ. */
export type Patience = Pick<
  RedisOptions,
  'enableOfflineQueue' | 'commandTimeout' | 'maxRetriesPerRequest' | 'socketTimeout'
>;

/** For whoever must not make a request wait: a command fails at once while the server is away, and soon when it hangs. */
export const FAIL_FAST: Patience = { enableOfflineQueue: false, commandTimeout: COMMAND_TIMEOUT_MS };

/** Connects at once, and keeps trying for as long as it takes. */
export function connectRedis(url: string, patience: Patience, log: Logger): RedisClient {
  const address = parseRedisUrl(url);
  if (!address)
    throw new Error('REDIS_URL has no form that is known; the configuration should have refused it.');
  const client = connectTo(address, patience);
  client.on('error', (error) => log.debug({ err: error }, 'redis connection'));
  return client;
}

const pauseBefore = (times: number) => Math.min(times * 50, RECONNECT_MAX_MS);

function connectTo(address: RedisAddress, patience: Patience): RedisClient {
  const options = { ...patience, connectTimeout: CONNECT_TIMEOUT_MS };
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
    // Certificates are for names, and a cluster tells addresses unless names are kept as they are.
    ...(tls && {
      dnsLookup: (name: string, found: (error: null, address: string) => void) => found(null, name),
    }),
  });
}
