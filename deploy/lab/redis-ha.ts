// The labs of Redis that fails over: three servers with three Sentinels, and a Cluster of three masters and three
// replicas. The queues live there; the database does not fail. A server is cut off by a gate in front of it, which only
// Sentinels can be led through: nodes of a Cluster also talk to each other.
import { startTemporaryCluster } from '../../dev/postgres/temporary-cluster.ts';
import {
  type RedisServer,
  type RedisTopology,
  startRedisCluster,
  startSentinel,
} from '../../test/support/queues/redis-topologies.ts';
import type { Failure, LabServers } from './lab.ts';

/** What is lost at a switchover is a moment; otherwise the bare client's time is that of the servers (docs/scaling.md). */
const RATIO = 1.5;
const SWITCH_RATIO = 2;
const packages = { 'redis-server': 'redis-server' };

/** Sentinels. */
export const REDIS_HA = {
  start: () =>
    startRedisHa(
      'the master that Sentinels name',
      10,
      startSentinel({ replicas: 2, sentinels: 3, downAfterMs: 5_000 }),
    ),
  packages,
};

/** A Cluster. */
export const REDIS_HA_CLUSTER = {
  start: () =>
    startRedisHa(
      'the master of our keys in a Cluster',
      20,
      startRedisCluster({ masters: 3, replicasOfEach: 1, nodeTimeoutMs: 4_000 }),
    ),
  packages,
};

async function startRedisHa(
  who: string,
  limitSeconds: number,
  starting: Promise<RedisTopology>,
): Promise<LabServers> {
  const redis = await starting;
  const postgres = await startTemporaryCluster({
    prefix: 'posthorn-lab-',
    settings: { max_connections: '300' },
  });
  const { gate } = await redis.write();
  const loses = (
    what: string,
    strike: (master: RedisServer) => unknown,
    mend: (master: RedisServer) => unknown,
  ): Failure => {
    let struck: RedisServer | undefined;
    return {
      name: `${who} ${what}`,
      async strike() {
        struck = await redis.write();
        await strike(struck);
      },
      async mend() {
        if (struck) await mend(struck);
        await redis.settled();
      },
      limitSeconds,
      ratio: RATIO,
    };
  };
  const cutOff = loses(
    'is cut off, and comes back',
    (master) => master.gate?.stall(),
    (master) => master.gate?.open(),
  );
  return {
    databaseUrl: postgres.url,
    redisUrl: redis.url,
    bareWrite: async () => void (await redis.write()),
    failures: [
      loses(
        'is killed, and started again empty',
        (master) => master.kill(),
        (master) => master.restart(),
      ),
      loses(
        'freezes, and thaws',
        (master) => master.freeze(),
        (master) => master.thaw(),
      ),
      ...(gate ? [cutOff] : []),
      { ...loses('changes places in order', redis.switchOver, () => {}), ratio: SWITCH_RATIO },
    ],
  };
}
