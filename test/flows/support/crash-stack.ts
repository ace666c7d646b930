// The whole product for a crash flow: API, two send workers and the scheduler, and where mail is submitted by SMTP its
// server, each a supervised process, on a Postgres, a Redis and a mail server that the test may break.
import { freePort } from '../../../dev/processes/ports.ts';
import { connectDatabase, type Database } from '../../../shared/platform/db/connect.ts';
import { createLog } from '../../../shared/platform/log/log.ts';
import { createSecrets } from '../../../shared/platform/security/secrets.ts';
import { createApiKeyToken } from '../../../shared/platform/security/tokens.ts';
import { createSystemClock } from '../../../shared/platform/time/clock.ts';
import { createIds } from '../../../shared/platform/time/ids.ts';
import { createFirstAccount } from '../../../shared/resources/people/new-accounts/create-first-account.ts';
import type { ThrowawayCluster } from '../../runner/throwaway-cluster.ts';
import { createDatabase } from '../../support/database/database.ts';
import { startPreparedCluster } from '../../support/database/prepared-cluster.ts';
import { startRedis, type TestRedis } from '../../support/queues/redis.ts';
import { type SmtpSink, startSmtpSink } from '../../support/smtp-sink/smtp-sink.ts';
import { flowEnvironment, type Supervised, supervise } from './supervised.ts';

const SECRET_KEY = 'a secret key of the crash flow test';
const DOMAIN = 'mail.posthorn.local';
/** Few connections, so that a killed worker holds few messages. */
const SMTP_CONNECTIONS = 5;
/** Time limit for an answer of a running process. */
const METRICS_MS = 10_000;

/** The running product. */
export interface CrashStack {
  url: string;
  apiKey: string;
  from: string;
  sink: SmtpSink;
  postgres: ThrowawayCluster;
  redis: TestRedis | undefined;
  api: Supervised;
  scheduler: Supervised;
  /** Absent unless its crashes are planned. */
  submission: Supervised | undefined;
  /** The port of the submission server with TLS from the first byte. */
  submissionsPort: number;
  senders: readonly Supervised[];
  /** The most messages that one send worker holds at a time. */
  places: number;
  /** `mail_possible_duplicates_total` of the scheduler. */
  possibleDuplicates(): Promise<number>;
  /** A connection pool that survives crashes of Postgres. */
  database: Database;
  /**
   * Ends the leases of idempotency keys whose requests did not end, so that the keys can be taken over. The keys of a
   * dead process are held for ten seconds, and a live process may lose them at any time.
   */
  endReservations(): Promise<void>;
  stop(): Promise<void>;
}

/** At which instants the processes kill themselves, life by life. */
export interface PlannedCrashes {
  api?: readonly string[];
  submission?: readonly string[];
  senders?: readonly (readonly string[])[];
}

/** Its own Postgres, because a flow breaks it. */
export function startCrashPostgres(): Promise<ThrowawayCluster> {
  // Committed data must survive a crash of the server.
  return startPreparedCluster({ synchronous_commit: 'on' });
}

/** Options that differ between flows. */
export interface CrashStackOptions {
  backend: 'postgres' | 'redis';
  /** Exists longer than the processes. */
  postgres: ThrowawayCluster;
  crashes: PlannedCrashes;
  /** By default as in production. */
  leaseRenewMs?: number;
}

/** Starts everything. */
export async function startCrashStack(options: CrashStackOptions): Promise<CrashStack> {
  const { backend, postgres, crashes, leaseRenewMs } = options;
  const redis = backend === 'redis' ? await startRedis() : undefined;
  const sink = await startSmtpSink({ keepRaw: false, keepHeader: 'Message-ID' });
  const databaseUrl = await createDatabase(postgres.url);
  const log = createLog({ level: 'silent', process: 'test' });
  const database = connectDatabase({
    connectionString: databaseUrl,
    poolSize: 1,
    applicationName: 'test',
    log,
  });
  const apiKey = await createSendingAccount(database, { domain: DOMAIN, secretKey: SECRET_KEY });
  const port = await freePort();
  const healthPort = await freePort();
  const submissionsPort = await freePort();
  const own = { databaseUrl, smtpUrl: sink.url, secretKey: SECRET_KEY, port, logLevel: 'silent' };
  const environment = {
    ...flowEnvironment({ ...own, redisUrl: redis?.url }),
    SMTP_MAX_CONNECTIONS: String(SMTP_CONNECTIONS),
    SUBMISSION_PORT: '0',
    SUBMISSIONS_PORT: String(submissionsPort),
    ...(leaseRenewMs !== undefined && { LEASE_RENEW_MS: String(leaseRenewMs) }),
  };
  const worker = (group: string, more: Partial<Parameters<typeof supervise>[0]> = {}) =>
    supervise({ command: ['workers/main.ts', group], environment, ...more });
  const [api, scheduler, submission, ...senders] = await Promise.all([
    supervise({ command: ['api/main.ts'], environment, crashes: crashes.api ?? [] }),
    worker('schedule', { environment: { ...environment, HEALTH_PORT: String(healthPort) } }),
    crashes.submission &&
      supervise({ command: ['smtp/main.ts', 'submission'], environment, crashes: crashes.submission }),
    worker('send', { crashes: crashes.senders?.[0] ?? [] }),
    worker('send', { crashes: crashes.senders?.[1] ?? [] }),
  ]);
  return {
    url: `http://127.0.0.1:${port}`,
    apiKey,
    from: `Crash flow <flow@${DOMAIN}>`,
    sink,
    postgres,
    redis,
    api,
    scheduler,
    submission,
    submissionsPort,
    senders,
    database,
    places: 2 * SMTP_CONNECTIONS + 100,
    possibleDuplicates: () => readCounter(healthPort, 'mail_possible_duplicates_total'),
    endReservations: () => endReservations(database),
    async stop() {
      redis?.thaw();
      await Promise.all([api, scheduler, submission, ...senders].map((process) => process?.stop()));
      await Promise.all([sink.stop(), redis?.kill(), database.end()]);
    },
  };
}

/** Creates an account that may send from a domain. @returns its API key */
export async function createSendingAccount(
  database: Database,
  { domain, secretKey }: { domain: string; secretKey: string },
): Promise<string> {
  const apiKey = createApiKeyToken();
  const deps = { ids: createIds(createSystemClock()), secrets: createSecrets([secretKey]) };
  await createFirstAccount(database, deps, { domain, apiKey });
  return apiKey;
}

async function endReservations(database: Database): Promise<void> {
  await database.query(
    'UPDATE idempotency_keys SET lease_until = clock_timestamp() WHERE status_code IS NULL',
  );
}

async function readCounter(port: number, name: string): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`, { signal: AbortSignal.timeout(METRICS_MS) });
  const text = await answer.text();
  return Number(new RegExp(`^${name} (\\d+)`, 'm').exec(text)?.[1]);
}
