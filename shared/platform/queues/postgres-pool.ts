// Three workarounds for BullMQ 6.7 on Postgres, proved by test/workers/conformance.
//
// 1. BullMQ pauses between two attempts only after ECONNREFUSED, the one error that it recognizes as a lost connection.
//    A server that is stopping or starting returns other errors, and the worker would retry in a busy loop.
// 2. BullMQ keeps the result of its first connection for ever. If that failed, every later call fails without leaving
//    the microtask queue, and the event loop is blocked.
// 3. A worker that is closed before it has connected still takes a connection for LISTEN afterwards and never returns
//    it, so the pool never ends.
import type { PgPool, PostgresQueueBackend } from 'bullmq';
import pg from 'pg';

/** The error code that BullMQ recognizes as a lost connection. */
const LOST_CONNECTION = 'ECONNREFUSED';
/** SQLSTATE prefix of BullMQ's own errors, for example for a job that is no longer active. */
const BULLMQ_REFUSAL = 'BM';

function asLostConnection(error: unknown): never {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  if (code.startsWith(BULLMQ_REFUSAL)) throw error;
  throw Object.assign(new Error(`${LOST_CONNECTION}: ${message}`, { cause: error }), {
    code: LOST_CONNECTION,
  });
}

/**
 * Creates the pool for BullMQ.
 * @returns the pool, and the same pool with the type and the error codes that BullMQ expects
 */
export function createQueuePool(config: pg.PoolConfig): { pool: pg.Pool; connection: PgPool } {
  const pool = new pg.Pool(config);
  const query = pool.query.bind(pool) as (text: string, values?: unknown[]) => Promise<pg.QueryResult>;
  const connect = pool.connect.bind(pool) as () => Promise<pg.PoolClient>;
  const connection = Object.create(pool, {
    query: { value: (text: string, values?: unknown[]) => query(text, values).catch(asLostConnection) },
    connect: { value: () => connect().catch(asLostConnection) },
  }) as PgPool;
  return { pool, connection };
}

/** The part of BullMQ's classes that keeps the result of the first connection. */
interface RemembersStart {
  readyPromise: Promise<void> | undefined;
  waitUntilReady(): Promise<void>;
}

function forgetFailedStart(owner: RemembersStart): void {
  const waitUntilReady = owner.waitUntilReady.bind(owner);
  owner.waitUntilReady = () =>
    waitUntilReady().catch((error: unknown) => {
      owner.readyPromise = undefined;
      throw error;
    });
}

/** The part of BullMQ's connection that takes the one for LISTEN. */
interface Listens {
  readonly isClosing: unknown;
  getListenClient(): Promise<unknown>;
}

function refuseListenOnceClosed(connection: Listens): void {
  const getListenClient = connection.getListenClient.bind(connection);
  connection.getListenClient = async () => {
    if (connection.isClosing) throw new Error('The connection is closed.');
    return await getListenClient();
  };
}

/** Makes a backend try again after a connection that failed, and connect no more once it is closed. */
export function repairStart(backend: PostgresQueueBackend): PostgresQueueBackend {
  const { connection } = backend as unknown as { connection: RemembersStart & Listens };
  refuseListenOnceClosed(connection);
  forgetFailedStart(connection);
  forgetFailedStart(backend as unknown as RemembersStart);
  return backend;
}
