// Redis as a Cluster, and Redis with Sentinels: real servers, as few as a test asks for. One without replicas is the
// smallest; with them another server becomes the master when a test breaks the present one.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Redis } from 'ioredis';
import { freePort } from '../../../dev/processes/ports.ts';
import { createTcpGate, type TcpGate } from '../net/tcp-gate.ts';
import { eventually } from '../time/eventually.ts';
import { answers, startRedis, type TestRedis } from './redis.ts';

/** One of several; with Sentinels it has a gate in front of it, which can cut it off. */
export type RedisServer = TestRedis & { gate?: TcpGate };

/** Running servers. */
export interface RedisTopology {
  /** The URL for REDIS_URL. */
  readonly url: string;
  readonly servers: readonly RedisServer[];
  /** Writes once, as a client without anything of ours does. @returns the server that accepted it: the master */
  write(): Promise<RedisServer>;
  /** The master gives its role to a replica in order. */
  switchOver(): Promise<void>;
  /** Resolves when there are as many masters as at the beginning, and all other servers follow one. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

const SLOTS = 16_384;
export const MASTER_NAME = 'main';
/** A frozen server accepts connections and never answers on them. */
const ANSWERS_WITHIN_MS = 300;
/** Has the slot of the queues' default prefix (docs/operations.md). */
const KEY = '{posthorn}:bare';

/** By default a master waits 5 s for more replicas before it sends its data, and a replica writes a file of them. */
const COPY_AT_ONCE = ['--repl-diskless-sync-delay', '0', '--repl-diskless-load', 'swapdb'];

const portOf = (url: string) => Number(new URL(url).port);

/** Sends one command on a connection of its own. */
export async function ask(url: string, ...command: [string, ...(string | number)[]]): Promise<unknown> {
  const client = connect(url);
  try {
    return await client.call(...command);
  } finally {
    client.disconnect();
  }
}

/** A connection that fails soon, and asks no other where the master is. */
function connect(url: string): Redis {
  const client = new Redis(url, {
    commandTimeout: ANSWERS_WITHIN_MS,
    retryStrategy: () => ANSWERS_WITHIN_MS,
  });
  return client.on('error', () => {});
}

/** Writes to the server that accepted the last write, else to the first of all that accepts one. */
function createWriter(servers: readonly RedisServer[], masters: number) {
  const clients = servers.map(({ url }) => connect(url));
  let last = 0;
  const write = async (index: number) => {
    await clients[index]?.set(KEY, '1');
    last = index;
  };
  return {
    clients,
    /** A replica that has not yet copied its master never takes its place. */
    async settled() {
      await eventually('all have their places', async () => {
        const infos = await Promise.all(clients.map((client) => client.info('replication')));
        const isMaster = infos.filter((info) => info.includes('role:master'));
        const follows = infos.filter((info) => info.includes('link_status:up'));
        return isMaster.length === masters && isMaster.length + follows.length === clients.length;
      });
    },
    async write() {
      await write(last).catch(() => Promise.any(clients.map((_, index) => write(index))));
      return servers[last] as RedisServer;
    },
    close: () => clients.map((client) => client.disconnect()),
  };
}

/** How many servers, and after how long one that is silent loses its role. */
export interface ClusterSize {
  masters?: number;
  replicasOfEach?: number;
  nodeTimeoutMs?: number;
  /** Further ones of each server. */
  settings?: readonly string[];
}

/** Starts a Cluster; the caller stops it. */
export async function startRedisCluster(size: ClusterSize = {}): Promise<RedisTopology> {
  const { masters = 1, replicasOfEach = 0, nodeTimeoutMs = 1_000, settings = [] } = size;
  const directory = await mkdtemp(path.join(tmpdir(), 'posthorn-redis-'));
  // The cluster bus would listen 10,000 ports higher, but that port may not exist or be free.
  const buses: number[] = [];
  for (let node = 0; node < masters * (1 + replicasOfEach); node += 1) buses.push(await freePort());
  const servers = await Promise.all(
    buses.map((bus) =>
      startRedis([
        '--cluster-enabled',
        'yes',
        '--cluster-port',
        String(bus),
        '--dir',
        directory,
        '--cluster-config-file',
        `${bus}.conf`,
        '--cluster-node-timeout',
        String(nodeTimeoutMs),
        ...COPY_AT_ONCE,
        ...settings,
        // A node that has met no other node does not know its own address.
        '--cluster-announce-ip',
        '127.0.0.1',
      ]),
    ),
  );
  const { clients, settled, write, close } = createWriter(servers, masters);
  await joinNodes(servers, clients, buses, masters);
  await settled();
  return {
    url: `redis+cluster://${servers.map(({ url }) => new URL(url).host).join(',')}`,
    servers,
    write,
    settled,
    async switchOver() {
      const old = clients[servers.indexOf(await write())] as Redis;
      const [replica] = (await old.cluster('REPLICAS', await old.cluster('MYID'))) as string[];
      const index = servers.findIndex(({ url }) => replica?.includes(`:${portOf(url)}@`));
      await clients[index]?.cluster('FAILOVER');
    },
    async stop() {
      close();
      await Promise.all(servers.map((server) => server.kill()));
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function joinNodes(
  servers: readonly TestRedis[],
  nodes: readonly Redis[],
  buses: number[],
  masters: number,
) {
  const start = (master: number) => Math.floor((master * SLOTS) / masters);
  for (const [index, node] of nodes.entries()) {
    const address = ['127.0.0.1', portOf(servers[index]?.url ?? ''), buses[index] ?? 0];
    await nodes[0]?.call('CLUSTER', 'MEET', ...address);
    if (index < masters) await node.call('CLUSTER', 'ADDSLOTSRANGE', start(index), start(index + 1) - 1);
  }
  for (const [index, node] of nodes.entries()) {
    if (index < masters) continue;
    const master = await nodes[index % masters]?.cluster('MYID');
    await eventually('it knows its master', () => node.call('CLUSTER', 'REPLICATE', String(master)));
  }
  for (const node of nodes) {
    await eventually('the cluster is up', async () => {
      const info = await node.cluster('INFO');
      const known = String(await node.cluster('NODES'));
      const roles = known.match(/ (myself,)?(master|slave) .* connected/g) ?? [];
      return String(info).includes('cluster_state:ok') && roles.length === nodes.length;
    });
  }
}

/** Servers next to the first master, how many Sentinels, and how they are configured. */
export interface SentinelSize {
  replicas?: number;
  sentinels?: number;
  downAfterMs?: number;
  /** The password of the Sentinels themselves. */
  password?: string;
}

/** Starts a master, its replicas and the Sentinels that name it; the caller stops them. */
export async function startSentinel(size: SentinelSize = {}): Promise<RedisTopology> {
  const { replicas = 0, sentinels = 1, downAfterMs = 30_000, password } = size;
  const master = await startGated();
  const port = portOf(master.url);
  const following = Array.from({ length: replicas }, () => startGated(['--replicaof', `127.0.0.1 ${port}`]));
  const servers = [master, ...(await Promise.all(following))];
  const directory = await mkdtemp(path.join(tmpdir(), 'posthorn-sentinel-'));
  const quorum = Math.floor(sentinels / 2) + 1;
  const settings = [
    'bind 127.0.0.1',
    `sentinel monitor ${MASTER_NAME} 127.0.0.1 ${port} ${quorum}`,
    `sentinel down-after-milliseconds ${MASTER_NAME} ${downAfterMs}`,
    `sentinel failover-timeout ${MASTER_NAME} ${Math.max(2 * downAfterMs, 10_000)}`,
    ...(password === undefined ? [] : [`requirepass ${password}`, `sentinel sentinel-pass ${password}`]),
  ].join('\n');
  const running: { child: ChildProcess; port: number }[] = [];
  for (let index = 0; index < sentinels; index += 1)
    running.push(await startOne(directory, settings, password));
  const { settled, write, close } = createWriter(servers, 1);
  await settled();
  const hosts = running.map((sentinel) => `127.0.0.1:${sentinel.port}`);
  const [first] = hosts.map((host) => connect(`redis://:${password ?? ''}@${host}`));
  await eventually('the Sentinels know all', async () => {
    const known = (await first?.call('SENTINEL', 'MASTER', MASTER_NAME)) as string[];
    const count = (name: string) => Number(known[known.indexOf(name) + 1]);
    return count('num-slaves') === replicas && count('num-other-sentinels') === sentinels - 1;
  });
  return {
    url: `redis+sentinel://${hosts.join(',')}/${MASTER_NAME}${password === undefined ? '' : `?sentinel_password=${password}`}`,
    servers,
    write,
    settled,
    switchOver: async () => void (await first?.call('SENTINEL', 'FAILOVER', MASTER_NAME)),
    async stop() {
      first?.disconnect();
      close();
      await Promise.all([
        ...running.map(({ child }) => kill(child)),
        ...servers.map(({ kill, gate }) => kill().then(gate?.close)),
      ]);
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Starts a server that is known to all by the port of its gate. */
async function startGated(settings: readonly string[] = []): Promise<RedisServer> {
  const port = await freePort();
  const gate = await createTcpGate(`redis://127.0.0.1:${port}`);
  gate.open();
  const announced = ['--replica-announce-port', String(portOf(gate.url))];
  const server = await startRedis([...COPY_AT_ONCE, ...announced, ...settings], port);
  return { ...server, url: gate.url, gate };
}

async function startOne(directory: string, settings: string, password: string | undefined) {
  const port = await freePort();
  const file = path.join(directory, `${port}.conf`);
  await writeFile(file, `port ${port}\n${settings}\n`);
  const child = spawn('redis-server', [file, '--sentinel'], { stdio: 'ignore' });
  await eventually('the sentinel answers', () => answers(port, password));
  return { child, port };
}

async function kill(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}
