// Postgres, Redis and sometimes a Postfix of a bench, in their own process: when the bench is killed, this process
// survives and stops the servers. They store data as durably as in production. All variants share Postgres and Redis; a
// Postfix belongs to one run.
import { startTemporaryCluster } from '../../dev/postgres/temporary-cluster.ts';
import { serveParent } from '../processes/serve-parent.ts';
import { type BenchPostfix, type PostfixOptions, startPostfix } from './postfix.ts';
import { startRedis } from './redis.ts';

/** Questions of the bench. */
export type ServersQuestion = ({ type: 'start-postfix' } & PostfixOptions) | { type: 'stop-postfix' };

/** Room for what a server of this size would cache in production. */
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
      postfix = question.type === 'start-postfix' ? await startPostfix(question) : undefined;
      return { port: postfix?.port, pid: postfix?.pid, signerPid: postfix?.signerPid };
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
