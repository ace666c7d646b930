// What the bench compares: ways from a request to a mail at the server, each with its own database and processes.
import type { Database } from '../shared/platform/db/connect.ts';
import type { LoadTarget } from './load/load-main.ts';
import type { BenchProcess, StartProcess } from './processes/start.ts';
import type { Servers } from './servers/start.ts';

/** How many processes of each kind a run has. */
export interface ProcessCounts {
  api: number;
  send: number;
  /** That deliver webhooks; absent: none. */
  webhook?: number;
}

/** What a variant is given for one run. */
export interface RunSurroundings {
  startProcess: StartProcess;
  databaseUrl: string;
  redisUrl: string;
  /** Prefix of its keys in Redis: no run sees those of another. */
  queuePrefix: string;
  smtpPort: number;
  processes: ProcessCounts;
  startPostfix: Servers['startPostfix'];
}

/** A variant that takes requests. */
export interface RunningVariant {
  target: LoadTarget;
  processes: VariantProcess[];
}

/** One of its processes, for which its children count too. */
export type VariantProcess = Pick<BenchProcess, 'name' | 'pid' | 'failure' | 'stop'>;

/** Something to measure. */
export interface Variant {
  /** Name on the command line, for example `posthorn-redis`. */
  name: string;
  /** Variants of the same family share a database template and all start from the same rows. */
  family: string;
  /** What its requests are: a mail server has no batches, and nothing to be read back. */
  protocol: LoadTarget['protocol'];
  /** Most connections that one sending process opens to a server. */
  smtpConnections: number;
  /** Prepares the empty database that runs are cloned from. */
  prepare(databaseUrl: string): Promise<void>;
  start(surroundings: RunSurroundings): Promise<RunningVariant>;
  /** Mails that its database has; absent: it has none. */
  countAccepted?(database: Database): Promise<number>;
  /**
   * Messages since an instant that are done as far as its database knows: a mail counts for each recipient.
   * Absent: the word of the receiving server is enough.
   */
  countDone?(database: Database, since: Date): Promise<number>;
  /** Has everything that happens posted to a URL on this machine; absent: it tells nobody. */
  insertWebhook?(database: Database, endpointUrl: string): Promise<void>;
  /** Makes a further account that may send from a domain; absent: there is one account. */
  createAccount?(database: Database, domain: string): Promise<{ apiKey: string }>;
  /** The public half of the key that it signs with, base64; absent: it signs nothing. */
  findPublicKey?(database: Database): Promise<string>;
  /** Why it cannot be measured here, a sentence; absent or undefined: it can. */
  whyNot?(): Promise<string | undefined>;
}

/** Starts as many processes of a kind as are wanted. */
export function startEach(count: number, start: () => Promise<BenchProcess>): Promise<BenchProcess[]> {
  return Promise.all(Array.from({ length: count }, start));
}

/** Where an API listens, once it has told its port. */
export function urlOf({ announcement }: BenchProcess): string {
  return `http://127.0.0.1:${announcement['port']}`;
}

/** The first column of the first row, as a number. */
export async function queryCount(database: Database, sql: string, values: unknown[] = []): Promise<number> {
  const { rows } = await database.query<{ count: string }>(sql, values);
  return Number(rows[0]?.count);
}
