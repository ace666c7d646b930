// Starts what all runs share, as the bench sees it.
import { connectDatabase } from '../../shared/db/connect.ts';
import { createLog } from '../../shared/log.ts';
import type { StartProcess } from '../processes/start.ts';
import { createDatabases, type Databases } from './databases.ts';
import { STATEMENTS_LIBRARY, type Statements, watchStatements } from './statements.ts';

/** Postgres and Redis of a bench. */
export interface Servers {
  startProcess: StartProcess;
  databases: Databases;
  /** undefined: nobody asked for them. */
  statements: Statements | undefined;
  /** For example `PostgreSQL 18.4`. */
  postgresVersion: string;
  postgresPid: number;
  redisUrl: string;
  redisPid: number;
  /** Numbers the runs. */
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
  const pool = connectDatabase({
    connectionString: postgres.url,
    poolSize: 1,
    applicationName: 'bench',
    log: createLog({ level: 'warn', process: 'bench' }),
  });
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
    nextRun: () => ++runs,
    async stop() {
      await pool.end();
      await process.stop();
    },
  };
}
