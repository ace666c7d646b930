// Connects to Redis or Valkey: one server, Sentinels or a Cluster, depending on the form of REDIS_URL. All connections
// of the program are made here: each leads to one server, the master of our keys, and finds the new one when that is
// lost. The caller chooses the timeouts and whether commands wait for the connection (RedisTimeouts).
import type { Redis, RedisOptions } from 'ioredis';
import { parseRedisUrl, type RedisAddress, type RedisLogin } from '../config/redis-url.ts';
import type { Logger } from '../log/log.ts';
import { requirePackage } from '../process/require-package.ts';
import { createClusterFinder } from './cluster-master.ts';
import { createMasterConnector, type RedisAccess } from './master-connector.ts';
import { createSentinelFinder } from './sentinel-master.ts';

/** Longest pause between two attempts to reconnect; the first ones follow each other quickly (linear back-off). */
const RECONNECT_MAX_MS = 1_000;
const CONNECT_TIMEOUT_MS = 3_000;
/** Without this timeout a command to a frozen server would wait for ever. */
const COMMAND_TIMEOUT_MS = 2_000;
/** A server that owes an answer for so long is lost: another one may have become the master. */
const SILENCE_TIMEOUT_MS = 5_000;
/** Each connection asks for a sign of life so often; one that is idle would notice nothing before its next command. */
const PING_EVERY_MS = 2_000;
/** A connection that is closed is not waited for longer: a frozen server never closes its side. */
const DISCONNECT_TIMEOUT_MS = 500;
/** Answers of a server that is not, or no longer, the master of our keys, which must be found again. */
const NOT_MASTER = /^(READONLY|MOVED|CLUSTERDOWN|MASTERDOWN) /;

/** A connection to the master of our keys. */
export type RedisClient = Redis;

/** The options in which connections differ. */
export type RedisTimeouts = Pick<
  RedisOptions,
  'enableOfflineQueue' | 'commandTimeout' | 'maxRetriesPerRequest'
>;

/**
 * For callers that must not delay a request: commands fail at once while the server is unavailable, and soon when it hangs.
 */
export const FAIL_FAST: RedisTimeouts = { enableOfflineQueue: false, commandTimeout: COMMAND_TIMEOUT_MS };

/** Options of a connection. */
export interface ConnectRedisOptions {
  url: string;
  /** Prefix of all keys. On a Cluster its hash tag says which master is ours. */
  prefix: string;
  timeouts: RedisTimeouts;
  log: Logger;
}

/** Starts to connect at once, and retries without an end. */
export function connectRedis({ url, prefix, timeouts, log }: ConnectRedisOptions): RedisClient {
  const address = parseRedisUrl(url);
  if (!address) throw new Error('REDIS_URL has an unknown form; the configuration should have refused it.');
  const client = connectTo(address, prefix, timeouts);
  let isAway = false;
  client.on('error', (error) => {
    // Once an outage: the first reason says what an operator must know, such as a login that is refused.
    log[isAway ? 'debug' : 'warn']({ err: error }, 'redis connection');
    isAway = true;
  });
  client.on('ready', () => {
    isAway = false;
  });
  const ping = setInterval(() => {
    if (client.status === 'ready') client.ping().catch(() => {});
  }, PING_EVERY_MS).unref();
  client.once('end', () => clearInterval(ping));
  return client;
}

const pauseBefore = (times: number) => Math.min(times * 50, RECONNECT_MAX_MS);

function connectTo(address: RedisAddress, prefix: string, timeouts: RedisTimeouts): RedisClient {
  const ioredis = requirePackage<typeof import('ioredis')>('ioredis');
  const options = {
    ...timeouts,
    connectTimeout: CONNECT_TIMEOUT_MS,
    disconnectTimeout: DISCONNECT_TIMEOUT_MS,
    socketTimeout: SILENCE_TIMEOUT_MS,
    retryStrategy: pauseBefore,
    reconnectOnError: ({ message }: Error) => NOT_MASTER.test(message),
  };
  if (address.kind === 'single') return new ioredis.Redis(address.url, options);
  const { nodes, tls } = address;
  const login = accessOf(address, tls);
  const [findMaster, db] =
    address.kind === 'cluster'
      ? [createClusterFinder(ioredis, { nodes, login, prefix }), 0]
      : [
          createSentinelFinder(ioredis, {
            ...address,
            login,
            sentinels: nodes,
            sentinelLogin: accessOf(address.sentinelLogin, tls),
          }),
          address.database,
        ];
  const Connector = createMasterConnector(ioredis, findMaster, login, pauseBefore);
  return new ioredis.Redis({ ...options, ...login, db, Connector });
}

const accessOf = ({ username, password }: RedisLogin, tls: boolean): RedisAccess => ({
  ...(username && { username }),
  ...(password && { password }),
  ...(tls && { tls: {} }),
});
