// Runs the same suite on both backends of the queue. If the machine has no redis-server, the runner reports it.
import { HAS_REDIS, startRedis, type TestRedis } from './redis.ts';

/** The backend of a suite. Read it inside hooks and tests. */
export interface BackendUnderTest {
  readonly redisUrl: string | undefined;
}

/** Describes a suite once with queues on Postgres and once with queues on its own Redis. */
export function describeOnEachBackend(title: string, suite: (backend: BackendUnderTest) => void): void {
  describe(`${title}, queues on Postgres`, () => suite({ redisUrl: undefined }));
  if (!HAS_REDIS) return;
  describe(`${title}, queues on Redis`, () => {
    let redis: TestRedis | undefined;
    before(async () => {
      redis = await startRedis();
    });
    after(() => redis?.kill());
    suite({
      get redisUrl() {
        return redis?.url;
      },
    });
  });
}
