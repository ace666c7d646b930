// Moves the slot of our keys from one master of a Cluster to another, in the two steps that an operator's tool takes.
import { Redis } from 'ioredis';
import type { RedisTopology } from './redis-topologies.ts';

/** A move that is under way: the slot is open, and no key has moved yet. */
export interface Resharding {
  moveKeys(): Promise<void>;
  finish(): Promise<void>;
}

/** Begins it, on a Cluster of two masters. @param prefix of the keys, with its hash tag */
export async function startResharding(redis: RedisTopology, prefix: string): Promise<Resharding> {
  const nodes = redis.servers.map(({ url }) => new Redis(url));
  const slot = Number(await nodes[0]?.cluster('KEYSLOT', prefix));
  const counts = await Promise.all(nodes.map((node) => node.cluster('COUNTKEYSINSLOT', slot)));
  const from = Number(counts[0]) > 0 ? 0 : 1;
  const [source, target] = [nodes[from], nodes[1 - from]] as [Redis, Redis];
  const [sourceId, targetId] = [await source.cluster('MYID'), await target.cluster('MYID')] as [
    string,
    string,
  ];
  await target.cluster('SETSLOT', slot, 'IMPORTING', sourceId);
  await source.cluster('SETSLOT', slot, 'MIGRATING', targetId);
  const moveKeys = async () => {
    const keys = (await source.cluster('GETKEYSINSLOT', slot, 10_000)) as string[];
    const { hostname, port } = new URL(redis.servers[1 - from]?.url ?? '');
    if (keys.length > 0) await source.call('MIGRATE', hostname, port, '', 0, 5_000, 'KEYS', ...keys);
  };
  return {
    moveKeys,
    async finish() {
      // A node keeps a slot of which it has keys.
      await moveKeys();
      for (const node of [target, source]) await node.cluster('SETSLOT', slot, 'NODE', targetId);
      for (const node of nodes) node.disconnect();
    },
  };
}
