// Postgres, Redis and now and then a Postfix of a bench, in a process of their own: when the bench is killed, this
// process is not, and takes the servers with it. They keep what they are given as in production. All variants share
// Postgres and Redis; a Postfix is of one run.
import { startTemporaryCluster } from '../../dev/postgres/temporary-cluster.ts';
import { serveParent } from '../processes/serve-parent.ts';
import { type BenchPostfix, startPostfix } from './postfix.ts';
import { startRedis } from './redis.ts';

/** What the bench may ask. */
export type ServersQuestion = { type: 'start-postfix'; relayPort: number } | { type: 'stop-postfix' };

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
  let postfix: BenchPostfix | undefined;
  return {
    async answer(question: ServersQuestion) {
      await postfix?.stop();
      postfix = question.type === 'start-postfix' ? await startPostfix(question.relayPort) : undefined;
      return { port: postfix?.port, pid: postfix?.pid };
    },
    announcement: {
      postgres: { url: postgres.url, pid: postgres.pid() },
      redis: { url: redis.url, pid: redis.pid },
    },
    async stop() {
      await postfix?.stop();
      await redis.stop();
      await postgres.stop();
    },
  };
});
