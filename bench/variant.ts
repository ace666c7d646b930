// The variants that the bench compares: ways from a request to a mail at the server, each with its database and
// processes.
import type { Database } from '../shared/platform/db/connect.ts';
import type { NumberedPosts } from './load/http-client.ts';
import type { LoadTarget } from './load/load-main.ts';
import type { BenchProcess, StartProcess } from './processes/start.ts';
import type { Servers } from './servers/start.ts';

/** How many processes of each kind a run has. */
export interface ProcessCounts {
  api: number;
  send: number;
  /** Number of webhook workers; if absent, none. */
  webhook?: number;
  /** Number of workers for imports; if absent, none. */
  audience?: number;
  /** Number of workers for the checks of domains; if absent, none. */
  domain?: number;
  /** Number of workers for the runs of automations; if absent, none. */
  automation?: number;
  /** Number of workers for what goes to many; if absent, none. */
  bulk?: number;
  /** Number of servers that take mail in; if absent, one where mail is received. */
  inbound?: number;
  /** Number of workers that read what came in; if absent, none. */
  reader?: number;
}

/** The environment of a variant in one run. */
export interface RunEnvironment {
  startProcess: StartProcess;
  databaseUrl: string;
  redisUrl: string;
  /** Prefix of its keys in Redis, so that no run sees the keys of another. */
  queuePrefix: string;
  smtpPort: number;
  processes: ProcessCounts;
  startPostfix: Servers['startPostfix'];
  /** More variables of its processes, such as the DNS that they ask. */
  variables?: Record<string, string>;
}

/** A variant that is ready for requests. */
export interface RunningVariant {
  target: LoadTarget;
  processes: VariantProcess[];
  /** Where its queues are; absent if it has none that a bench can use. */
  queues?: { redisUrl: string | undefined; queuePrefix: string };
}

/** One of its processes; its children count as part of it. */
export type VariantProcess = Pick<BenchProcess, 'name' | 'pid' | 'failure' | 'stop'>;

/** Something to measure. */
export interface Variant {
  /** Name on the command line, for example `posthorn-redis`. */
  name: string;
  /** Variants of the same family share a database template and all start from the same rows. */
  family: string;
  /** The protocol of its requests: over SMTP there are no batches, and nothing can be read back. */
  protocol: LoadTarget['protocol'];
  /** The most connections that one sending process opens to a server. */
  smtpConnections: number;
  /** Prepares the empty database that runs are cloned from. */
  prepare(databaseUrl: string): Promise<void>;
  start(surroundings: RunEnvironment): Promise<RunningVariant>;
  /** Starts only what takes mail in over SMTP, and what reads it; absent if the variant receives no mail. */
  startReceiving?(surroundings: RunEnvironment): Promise<RunningVariant>;
  /**
   * Starts only what takes mail from programs over SMTP, each with a login; absent if the variant takes none. Nothing is
   * delivered.
   */
  startSubmitting?(surroundings: RunEnvironment): Promise<RunningVariant>;
  /** Lets its domain receive; absent if it needs nothing. */
  prepareReceiving?(database: Database): Promise<void>;
  /**
   * Stores mails that were sent and not reported delivered, each to the recipient of the load with its number.
   * @returns their return paths, by number; absent if it has none
   */
  storeSentMails?(database: Database, mails: number): Promise<string[]>;
  /**
   * Stores mails that a provider has taken.
   * @returns what it posts about each, by number; absent if it hears no provider
   */
  storeFeedback?(database: Database, mails: number): Promise<NumberedPosts>;
  /**
   * Stores mails that were sent, with tracked links.
   * @returns the paths of all links; absent if it tracks none
   */
  storeTrackedMails?(database: Database, of: { mails: number; links: number }): Promise<string[]>;
  /** Number of received mails in its database; absent if it has no database. */
  countReceived?(database: Database): Promise<number>;
  /** Number of mails in its database; absent if it has no database. */
  countAccepted?(database: Database): Promise<number>;
  /**
   * Number of messages that its database shows as done, since an instant: a mail counts once per recipient.
   * Absent: the count of the receiving server is enough.
   */
  countDone?(database: Database, since: Date): Promise<number>;
  /** Registers a webhook for every event, at a URL on this machine; absent if the variant has no webhooks. */
  insertWebhook?(database: Database, endpointUrl: string): Promise<void>;
  /** Creates another account that may send from the domain; absent if the variant has only one account. */
  createAccount?(database: Database, domain: string): Promise<{ apiKey: string }>;
  /** The public part of its DKIM key, base64; absent if it does not sign. */
  findPublicKey?(database: Database): Promise<string>;
  /** Why it cannot be measured here, as a sentence; absent or undefined if it can. */
  unavailableReason?(): Promise<string | undefined>;
}

/** Starts this many processes of a kind. */
export function startEach(count: number, start: () => Promise<BenchProcess>): Promise<BenchProcess[]> {
  return Promise.all(Array.from({ length: count }, start));
}

/** URL of an API, from the port that it announced. */
export function urlOf({ announcement }: BenchProcess): string {
  return `http://127.0.0.1:${announcement['port']}`;
}

/** The first column of the first row, as a number. */
export async function queryCount(database: Database, sql: string, values: unknown[] = []): Promise<number> {
  const { rows } = await database.query<{ count: string }>(sql, values);
  return Number(rows[0]?.count);
}
