// Finds the node of a Cluster that has the slot of our keys. All of them are on one slot (QUEUE_PREFIX has a hash tag), so
// one connection to its master is enough, as with Sentinels.
import type { RedisNode } from '../config/redis-url.ts';
import { askServer, type FindMaster, nameOf, noMaster, type RedisAccess } from './master-connector.ts';

/** The input of the search. */
export interface ClusterAccess {
  /** The nodes of the URL; others are learned from their answers. */
  nodes: readonly RedisNode[];
  login: RedisAccess;
  /** Prefix of all keys, with its hash tag. */
  prefix: string;
}

/** The answer of a node: whether it is the master of our slot, and which others to ask, the master first. */
interface Answer {
  isMaster: boolean;
  others: RedisNode[];
}

/** A range of slots: first, last, its master, its replicas. A node that does not know its own address says no host. */
type SlotRange = [number, number, ...[host: string, port: number, id: string, more: unknown[]][]];

/**
 * Other nodes still name a node that is frozen or lost, so a node must call itself the master, by its id: its
 * certificate may only have the name of the URL. Nodes that were learned come first, replicas of the last master before
 * all.
 */
export function createClusterFinder(
  ioredis: typeof import('ioredis'),
  { nodes, login, prefix }: ClusterAccess,
): FindMaster {
  let learned: readonly RedisNode[] = [];

  const ask = (node: RedisNode): Promise<Answer> =>
    askServer(ioredis, { node, ...login }, async (client) => {
      const [slot, ranges, id, info] = await Promise.all([
        client.cluster('KEYSLOT', prefix),
        client.cluster('SLOTS'),
        client.cluster('MYID'),
        client.cluster('INFO'),
      ]);
      // A node that is cut off from the others still believes that it has its slots.
      if (!String(info).includes('cluster_state:ok')) throw new Error('its Cluster is down');
      return answerOf(node, { slot: Number(slot), ranges, id: String(id) });
    });

  return async () => {
    const asked = new Set<string>();
    const reasons: Error[] = [];
    const left = [...learned, ...nodes];
    for (let node = left.shift(); node; node = left.shift()) {
      if (asked.has(nameOf(node))) continue;
      asked.add(nameOf(node));
      const answer = await ask(node).catch((error: Error) => error);
      if (answer instanceof Error) {
        reasons.push(answer);
        continue;
      }
      if (answer.isMaster) {
        learned = answer.others;
        return node;
      }
      left.unshift(...answer.others);
    }
    throw noMaster('No node of the Cluster that answers is the master of our keys.', reasons);
  };
}

function answerOf(
  asked: RedisNode,
  said: { slot: number; ranges: readonly SlotRange[]; id: string },
): Answer {
  const { slot, ranges, id } = said;
  const nodesOf = ([, , ...found]: SlotRange) =>
    found.map(([host, port]) => ({ host: host || asked.host, port }));
  const ours = ranges.find(([first, last]) => first <= slot && slot <= last);
  const isMaster = ours?.[2]?.[2] === id;
  const first = ours ? nodesOf(ours) : [];
  const others = ranges.filter((range) => range !== ours).flatMap(nodesOf);
  return { isMaster, others: [...(isMaster ? first.slice(1) : first), ...others] };
}
