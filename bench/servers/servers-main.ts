// Postgres and Redis of a bench, in a process of their own: when the bench is killed, this process is not, and
// takes both servers with it. Both keep what they are given as in production; all variants share them.
import { startTemporaryCluster } from '../../dev/postgres/temporary-cluster.ts';
import { serveParent } from '../processes/serve-parent.ts';
import { startRedis } from './redis.ts';

/** Room for what a server of this size would keep in memory in production. */
const POSTGRES_SETTINGS = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  shared_buffers: '256MB',
};

/** Libraries that the cluster preloads. */
const [, , ...libraries] = process.argv;

await serveParent(async () => {
  const settings = { ...POSTGRES_SETTINGS, shared_preload_libraries: libraries.join(',') };
  const postgres = await startTemporaryCluster({ prefix: 'posthorn-bench-', settings });
  const redis = await startRedis().catch(async (error: unknown) => {
    await postgres.stop();
    throw error;
  });
  return {
    announcement: {
      postgres: { url: postgres.url, pid: postgres.pid() },
      redis: { url: redis.url, pid: redis.pid },
    },
    async stop() {
      await redis.stop();
      await postgres.stop();
    },
  };
});
