// Finds the master that Sentinels name. Until they have voted they still name a frozen master, so it is asked too.
import type { RedisNode } from '../config/redis-url.ts';
import { askServer, type FindMaster, nameOf, noMaster, type RedisAccess } from './master-connector.ts';

/** The input of the search. */
export interface SentinelAccess {
  sentinels: readonly RedisNode[];
  masterName: string;
  /** The login of the Sentinels. */
  sentinelLogin: RedisAccess;
  /** The login of the servers. */
  login: RedisAccess;
}

/** Asks all Sentinels at once, so that one on the machine that was lost costs no time. */
export function createSentinelFinder(
  ioredis: typeof import('ioredis'),
  { sentinels, masterName, sentinelLogin, login }: SentinelAccess,
): FindMaster {
  const findBy = async (sentinel: RedisNode): Promise<RedisNode> => {
    const named = await askServer(ioredis, { node: sentinel, ...sentinelLogin }, (client) =>
      client.call('SENTINEL', 'GET-MASTER-ADDR-BY-NAME', masterName),
    );
    if (!Array.isArray(named)) throw new Error(`${nameOf(sentinel)}: knows no master "${masterName}"`);
    const [host, port] = named.map(String);
    const master = { host: String(host), port: Number(port) };
    const [role] = await askServer(ioredis, { node: master, ...login }, (client) => client.role());
    if (role !== 'master') throw new Error(`${nameOf(master)}: is no master yet`);
    return master;
  };
  return () =>
    Promise.any(sentinels.map(findBy)).catch(({ errors }: AggregateError) => {
      throw noMaster('No Sentinel names a master that answers.', errors as Error[]);
    });
}
