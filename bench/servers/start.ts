// Starts the servers that all runs share, from the bench's side (servers-main.ts runs them).
import type { BenchProcess, StartProcess } from '../processes/start.ts';
import { createDatabases, type Databases } from './databases.ts';
import { openDatabase } from './open-database.ts';
import type { ServersQuestion } from './servers-main.ts';
import { STATEMENTS_LIBRARY, type Statements, watchStatements } from './statements.ts';

/** A Postfix of a run. */
export interface RunningPostfix {
  port: number;
  pid: number;
  stop(): Promise<void>;
}

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
  startPostfix(relayPort: number): Promise<RunningPostfix>;
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
    startPostfix: (relayPort) => startPostfix(process, relayPort),
    nextRun: () => ++runs,
    async stop() {
      await pool.end();
      await process.stop();
    },
  };
}

async function startPostfix(process: BenchProcess, relayPort: number): Promise<RunningPostfix> {
  const starting: ServersQuestion = { type: 'start-postfix', relayPort };
  const { port, pid } = await process.ask<Omit<RunningPostfix, 'stop'>>(starting);
  const stopping: ServersQuestion = { type: 'stop-postfix' };
  return { port, pid, stop: async () => void (await process.ask(stopping)) };
}
