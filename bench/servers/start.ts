// Starts the servers that all runs share, from the bench's side (servers-main.ts runs them).
import type { BenchProcess, StartProcess } from '../processes/start.ts';
import { createDatabases, type Databases } from './databases.ts';
import { openDatabase } from './open-database.ts';
import type { BenchPostfix, PostfixOptions } from './postfix.ts';
import type { ServersQuestion } from './servers-main.ts';
import { STATEMENTS_LIBRARY, type Statements, watchStatements } from './statements.ts';

/** Postgres and Redis of a bench. */
export interface Servers {
  startProcess: StartProcess;
  databases: Databases;
  /** undefined without `--statements`. */
  statements: Statements | undefined;
  /** For example `PostgreSQL 18.4`. */
  postgresVersion: string;
  postgresPid: number;
  redisUrl: string;
  redisPid: number;
  /** Starts a Postfix that relays everything to a server on loopback; one at a time. */
  startPostfix(options: PostfixOptions): Promise<BenchPostfix>;
  /** @returns the next number of a run */
  nextRun(): number;
  stop(): Promise<void>;
}

interface Announced {
  url: string;
  pid: number;
}

/** Starts the servers. */
export async function startServers(
  startProcess: StartProcess,
  options: { statements: boolean },
): Promise<Servers> {
  const process = await startProcess({
    name: 'servers',
    command: ['bench/servers/servers-main.ts', ...(options.statements ? [STATEMENTS_LIBRARY] : [])],
  });
  const { postgres, redis } = process.announcement as { postgres: Announced; redis: Announced };
  const pool = openDatabase(postgres.url);
  const { rows } = await pool.query<{ version: string }>(`SELECT split_part(version(), ' ', 2) AS version`);
  let runs = 0;
  return {
    startProcess,
    databases: createDatabases(pool, postgres.url),
    statements: options.statements ? await watchStatements(pool) : undefined,
    postgresVersion: `PostgreSQL ${rows[0]?.version}`,
    postgresPid: postgres.pid,
    redisUrl: redis.url,
    redisPid: redis.pid,
    startPostfix: (options) => startPostfix(process, options),
    nextRun: () => ++runs,
    async stop() {
      await pool.end();
      await process.stop();
    },
  };
}

async function startPostfix(process: BenchProcess, options: PostfixOptions): Promise<BenchPostfix> {
  const starting: ServersQuestion = { type: 'start-postfix', ...options };
  const postfix = await process.ask<Omit<BenchPostfix, 'stop'>>(starting);
  const stopping: ServersQuestion = { type: 'stop-postfix' };
  return { ...postfix, stop: async () => void (await process.ask(stopping)) };
}
