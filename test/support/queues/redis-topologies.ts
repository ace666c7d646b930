// Redis as a Cluster with one node that has every slot, and Redis with a Sentinel: real servers, as small as possible.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Redis } from 'ioredis';
import { freePort } from '../../../dev/processes/ports.ts';
import { eventually } from '../time/eventually.ts';
import { answers, startRedis } from './redis.ts';

/** Running servers. */
export interface RedisTopology {
  /** The URL for REDIS_URL. */
  readonly url: string;
  stop(): Promise<void>;
}

const LAST_SLOT = 16_383;
export const MASTER_NAME = 'main';

/** Starts a Cluster; the caller stops it. */
export async function startRedisCluster(): Promise<RedisTopology> {
  const directory = await mkdtemp(path.join(tmpdir(), 'posthorn-redis-'));
  // Its cluster bus would listen 10,000 ports higher, but that port may not exist or be free.
  const busPort = String(await freePort());
  const server = await startRedis([
    ...['--cluster-enabled', 'yes', '--cluster-port', busPort, '--dir', directory],
    // A node that has met no other node does not know its own address.
    ...['--cluster-announce-ip', '127.0.0.1'],
  ]);
  const client = new Redis(server.url);
  try {
    await client.call('CLUSTER', 'ADDSLOTSRANGE', '0', String(LAST_SLOT));
    await eventually('the cluster is up', async () =>
      (await client.cluster('INFO')).includes('cluster_state:ok'),
    );
  } finally {
    client.disconnect();
  }
  return {
    url: server.url.replace('redis://', 'redis+cluster://'),
    async stop() {
      await server.kill();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Starts a server and a Sentinel that names it; the caller stops them. */
export async function startSentinel(): Promise<RedisTopology> {
  const master = await startRedis();
  const directory = await mkdtemp(path.join(tmpdir(), 'posthorn-sentinel-'));
  const port = await freePort();
  const file = path.join(directory, 'sentinel.conf');
  const monitored = `127.0.0.1 ${new URL(master.url).port}`;
  await writeFile(file, `port ${port}\nbind 127.0.0.1\nsentinel monitor ${MASTER_NAME} ${monitored} 1\n`);
  const sentinel = spawn('redis-server', [file, '--sentinel'], { stdio: 'ignore' });
  await eventually('the sentinel answers', () => answers(port));
  return {
    url: `redis+sentinel://127.0.0.1:${port}/${MASTER_NAME}`,
    async stop() {
      await Promise.all([kill(sentinel), master.kill()]);
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function kill(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}
