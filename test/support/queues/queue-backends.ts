// Runs the same suite on both backends of the queue. If the machine has no redis-server, the runner reports it.
import { IS_LONG } from '../extent.ts';
import { HAS_REDIS, startRedis, type TestRedis } from './redis.ts';

/** The backend of a suite. Read it inside hooks and tests. */
export interface BackendUnderTest {
  readonly redisUrl: string | undefined;
}

type Suite = (backend: BackendUnderTest) => void;

/** Describes a suite once with queues on Postgres and once with queues on its own Redis. */
export function describeOnEachBackend(title: string, suite: Suite): void {
  describeOnPostgres(title, suite);
  if (HAS_REDIS) describeOnRedis(title, suite);
}

/**
 * Describes an expensive suite to which any queue will do, because what it tests is in the database: `npm test` runs it on
 * the given backend, `npm run test:long` on both. What a queue must do when workers and servers die is in
 * test/workers/conformance/ and test/flows/crash-*.test.ts, which run on both.
 */
export function describeOnOneBackend(backend: 'postgres' | 'redis', title: string, suite: Suite): void {
  if (IS_LONG) describeOnEachBackend(title, suite);
  else if (backend === 'redis' && HAS_REDIS) describeOnRedis(title, suite);
  else describeOnPostgres(title, suite);
}

function describeOnPostgres(title: string, suite: Suite): void {
  describe(`${title}, queues on Postgres`, () => suite({ redisUrl: undefined }));
}

function describeOnRedis(title: string, suite: Suite): void {
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
