// Connects to the master of our keys, wherever it is now: cluster-master.ts and sentinel-master.ts find it. ioredis' own
// Cluster client and its detector of failovers are not used: each step that meets a frozen node waits for a timeout of its
// own there, and a Sentinel that reports a new master while the client connects ends the client for good.
import { connect as connectTcp } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import type { AbstractConnector, Redis, RedisOptions } from 'ioredis';
import type { RedisNode } from '../config/redis-url.ts';

/** A server that takes longer to answer counts as unavailable. */
const ANSWER_TIMEOUT_MS = 1_000;

type Ioredis = typeof import('ioredis');

/** Login and TLS, the same for all servers of a kind. */
export type RedisAccess = Pick<RedisOptions, 'username' | 'password' | 'tls'>;

/** Finds the server that calls itself the master; rejects with an error for people when there is none. */
export type FindMaster = () => Promise<RedisNode>;

/** The class that ioredis takes as `Connector`. @param pauseBefore milliseconds before a further search */
export function createMasterConnector(
  ioredis: Ioredis,
  findMaster: FindMaster,
  { tls }: RedisAccess,
  pauseBefore: (round: number) => number,
): new () => AbstractConnector {
  return class extends ioredis.AbstractConnector {
    private attempt = 0;

    constructor() {
      super(ANSWER_TIMEOUT_MS);
    }

    override disconnect() {
      // Each answer that requires a new connection arrives here; the first one has ended this one.
      if (this.stream?.writableEnded) this.connecting = false;
      else super.disconnect();
    }

    async connect(emit: (type: string, error: Error) => void) {
      this.connecting = true;
      this.attempt += 1;
      const { attempt } = this;
      for (let round = 1; ; round += 1) {
        const master = await findMaster().catch((error: Error) => error);
        if (!this.connecting || attempt !== this.attempt) throw new Error('Connection is closed.');
        if (!(master instanceof Error)) {
          this.stream = tls ? connectTls({ ...tls, ...master }) : connectTcp(master);
          this.stream.once('error', (error: Error) => {
            this.firstError = error;
          });
          return this.stream;
        }
        emit('error', master);
        await pause(pauseBefore(round));
      }
    }
  };
}

/**
 * Asks a server on a connection of its own. Rejects with `host:port: reason`, without the command: a login command has
 * the password.
 */
export async function askServer<Answer>(
  { Redis }: Ioredis,
  { node, ...access }: RedisAccess & { node: RedisNode },
  question: (client: Redis) => Promise<Answer>,
): Promise<Answer> {
  const client = new Redis({
    ...node,
    ...access,
    connectTimeout: ANSWER_TIMEOUT_MS,
    commandTimeout: ANSWER_TIMEOUT_MS,
    enableReadyCheck: false,
    retryStrategy: () => null,
  });
  // Commands only say that the connection is closed.
  let reason: Error | undefined;
  client.on('error', (error) => {
    reason ??= error;
  });
  try {
    return await question(client);
  } catch (error) {
    throw new Error(`${nameOf(node)}: ${(reason ?? (error as Error)).message}`);
  } finally {
    client.disconnect();
  }
}

export const nameOf = ({ host, port }: RedisNode) => `${host}:${port}`;

/** The error of a search, with what each server said as its cause. */
export function noMaster(sentence: string, reasons: readonly Error[]): Error {
  const [first, ...more] = new Set(reasons.map(({ message }) => message));
  return new Error(sentence, first === undefined ? {} : { cause: new Error([first, ...more].join('; ')) });
}
