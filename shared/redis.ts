// The one way to connect to Redis or Valkey. Whoever connects says how patient it is; nothing here decides that.
import { Redis, type RedisOptions } from 'ioredis';
import type { Logger } from './log.ts';

/** Reconnecting: quickly at first, never slower than this. */
const RECONNECT_MAX_MS = 1_000;
const CONNECT_TIMEOUT_MS = 5_000;
/** Without it a command to a frozen server would wait for ever. */
const COMMAND_TIMEOUT_MS = 2_000;

/** Where connections differ. */
export type Patience = Pick<
  RedisOptions,
  'enableOfflineQueue' | 'commandTimeout' | 'maxRetriesPerRequest' | 'socketTimeout'
>;

/** For whoever must not make a request wait: a command fails at once while the server is away, and soon when it hangs. */
export const FAIL_FAST: Patience = { enableOfflineQueue: false, commandTimeout: COMMAND_TIMEOUT_MS };

/** Connects at once, and keeps trying for as long as it takes. */
export function connectRedis(url: string, patience: Patience, log: Logger): Redis {
  const client = new Redis(url, {
    ...patience,
    retryStrategy: (times) => Math.min(times * 50, RECONNECT_MAX_MS),
    connectTimeout: CONNECT_TIMEOUT_MS,
  });
  client.on('error', (error) => log.debug({ err: error }, 'redis connection'));
  return client;
}
