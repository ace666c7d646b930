// Creates the rate limiter of a process: it counts in Redis if `REDIS_URL` is set, else in Postgres.

import type { Config } from '../config/config.ts';
import type { Database } from '../db/connect.ts';
import type { Logger } from '../log/log.ts';
import { createRateLimiter, type RateLimiter } from './limiter.ts';
import { createPostgresStore } from './postgres-store.ts';
import { createRedisStore } from './redis-store.ts';

/** Dependencies of the rate limiter. */
export interface RateLimitDeps {
  config: Pick<Config, 'rateLimitPerMinute' | 'redisUrl' | 'queuePrefix'>;
  database: Database;
  log: Logger;
  /** Longer in tests: there a slow machine must not count as a store that is away. */
  storeTimeoutMs?: number;
}

/** Connects the limiter; undefined when `RATE_LIMIT_PER_MINUTE` is 0, which means no limit. */
export function connectRateLimiter({
  config,
  database,
  log,
  storeTimeoutMs,
}: RateLimitDeps): RateLimiter | undefined {
  const { rateLimitPerMinute: limit, redisUrl, queuePrefix } = config;
  if (limit === 0) return undefined;
  const store = redisUrl
    ? createRedisStore({ url: redisUrl, prefix: queuePrefix, log })
    : createPostgresStore(database);
  return createRateLimiter({ limit, store, log, ...(storeTimeoutMs !== undefined && { storeTimeoutMs }) });
}
