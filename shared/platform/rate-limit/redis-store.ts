// Redis store of the rate limit: one Lua script counts the requests of all clients that arrived together. A window is a
// key that expires.

import type { Logger } from '../log/log.ts';
import { connectRedis, FAIL_FAST } from '../redis/connect.ts';
import type { RateLimitStore } from './store.ts';

/** KEYS: the clients; ARGV: the window in ms, then a count per client. Returns used and ends_in (ms) of each client. */
const COUNT = `
  local windows = {}
  for index, key in ipairs(KEYS) do
    local used = redis.call('INCRBY', key, ARGV[index + 1])
    local ends_in = redis.call('PTTL', key)
    if ends_in < 0 then
      redis.call('PEXPIRE', key, ARGV[1])
      ends_in = tonumber(ARGV[1])
    end
    windows[#windows + 1] = used
    windows[#windows + 1] = ends_in
  end
  return windows`;

/** Options of the store. */
export interface RedisStoreOptions {
  url: string;
  /** Prefix of all keys; `{braces}` keep them in one slot of a Redis Cluster, which a script requires. */
  prefix: string;
  log: Logger;
}

/** Creates the store. It connects at once and retries without an end. */
export function createRedisStore({ url, prefix, log }: RedisStoreOptions): RateLimitStore {
  const client = connectRedis({ url, prefix, timeouts: FAIL_FAST, log });
  return {
    async count(requests, windowMs) {
      const keys = requests.map(({ key }) => `${prefix}:rate-limit:${key}`);
      const counts = requests.map(({ count }) => count);
      const windows = (await client.eval(COUNT, keys.length, ...keys, windowMs, ...counts)) as number[];
      return requests.map((_, index) => ({
        used: windows[2 * index] ?? 0,
        endsInMs: windows[2 * index + 1] ?? 0,
      }));
    },
    close() {
      client.disconnect();
    },
  };
}
