// What the bench compares: ways from POST /emails to a mail at the server, each with its own database and processes.
import type { Database } from '../shared/db/connect.ts';
import type { BenchProcess, StartProcess } from './processes/start.ts';

/** What a variant is given for one run. */
export interface RunSurroundings {
  startProcess: StartProcess;
  databaseUrl: string;
  redisUrl: string;
  /** Prefix of its keys in Redis: no run sees those of another. */
  queuePrefix: string;
  smtpPort: number;
}

/** A variant that takes requests. */
export interface RunningVariant {
  apiUrl: string;
  /** Headers of each request. */
  headers: Record<string, string>;
  processes: BenchProcess[];
}

/** Something to measure. */
export interface Variant {
  /** Name on the command line, for example `posthorn-redis`. */
  name: string;
  /** Variants of the same family share a database template and all start from the same rows. */
  family: string;
  /** Prepares the empty database that runs are cloned from. */
  prepare(databaseUrl: string): Promise<void>;
  start(surroundings: RunSurroundings): Promise<RunningVariant>;
  /** Mails that are done as far as its database knows. */
  countDone(database: Database): Promise<number>;
  /** The public half of the key that it signs with, base64. */
  findPublicKey(database: Database): Promise<string>;
}

/** The first column of the first row, as a number. */
export async function queryCount(database: Database, sql: string): Promise<number> {
  const { rows } = await database.query<{ count: string }>(sql);
  return Number(rows[0]?.count);
}
