// Counts in Redis: one script for all clients whose requests arrived together. A window is a key that expires.

import type { Logger } from '../log/log.ts';
import { connectRedis, FAIL_FAST } from '../redis/connect.ts';
import type { RateLimitStore } from './store.ts';

/** KEYS: the clients; ARGV: the length of a window, then a count for each client. Answers use and end, in turns. */
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

/** What the store needs to know. */
export interface RedisStoreOptions {
  url: string;
  /** Prefix of all keys; `{braces}` keep them on one slot of a cluster, which a script needs. */
  prefix: string;
  log: Logger;
}

/** Creates the store; it connects at once and keeps trying. */
export function createRedisStore({ url, prefix, log }: RedisStoreOptions): RateLimitStore {
  const client = connectRedis(url, FAIL_FAST, log);
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
