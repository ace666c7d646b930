// What a long run runs on: Postgres, Redis, DNS, a mail server, and the product as pairs of processes. Of each pair one lives
// to the end, so that its memory can be compared, and the other one is killed again and again.
import { freePort } from '../../dev/processes/ports.ts';
import { connectDatabase } from '../../shared/platform/db/connect.ts';
import { migrate } from '../../shared/platform/db/migrations/migrate.ts';
import { ServerWatch } from '../../shared/platform/db/sessions/server-watch.ts';
import { createLog } from '../../shared/platform/log/log.ts';
import { createSystemClock } from '../../shared/platform/time/clock.ts';
import { PARTITIONED_TABLES } from '../../shared/resources/partitioned-tables.ts';
import { type ApiClient, createApiClient } from '../flows/support/api-client.ts';
import { createCrowd, STEADY_LEASE } from '../flows/support/crowd.ts';
import { prepareProduct } from '../flows/support/product.ts';
import type { Supervised } from '../flows/support/supervised.ts';
import { createDomain } from '../support/factories/factories.ts';
import { createDnsServer } from '../support/net/dns-server.ts';
import { startRedis } from '../support/queues/redis.ts';
import { startPostgresPair } from './postgres-pair.ts';

/** Contacts of the audience that campaigns go to: person0@customer.dev and so on. */
export const READERS = 20;
/** Kind of process → the groups of work of a worker. */
const WORKERS = {
  send: ['send'],
  'bulk webhook': ['bulk', 'webhook'],
  'automation audience': ['automation', 'audience'],
  'schedule inbound domain': ['schedule', 'inbound', 'domain'],
};
const REQUESTS_AT_ONCE = 10;
const MAIL_HOST = 'mail.soak.dev';

/** Two processes that do the same. */
export interface Pair {
  kind: string;
  steady: Supervised;
  /** The inspector port of the steady one. */
  inspector: number;
  mortal: Supervised;
  /** How often the mortal one was killed. */
  kills: number;
}

/** Everything that runs. */
export type World = Awaited<ReturnType<typeof startWorld>>;

/** Starts it; the caller stops it. */
export async function startWorld() {
  const [postgres, redis, dns] = await Promise.all([startPostgresPair(), startRedis(), createDnsServer()]);
  dns.set(MAIL_HOST, ['127.0.0.1']);
  const log = createLog({ level: 'silent', process: 'soak' });
  const given = { connectionString: postgres.url, log };
  await migrate({ ...given, partitionedTables: PARTITIONED_TABLES, clock: createSystemClock() });
  const watch = new ServerWatch({ ...given, applicationName: 'soak' });
  const database = connectDatabase({ ...given, poolSize: 10, applicationName: 'soak', watch });
  const account = await createCrowd({ pool: database, url: postgres.url }, READERS);
  const { accountId, apiKey } = account;
  const tracked = { openTracking: true, clickTracking: true };
  await database.query('UPDATE domains SET open_tracking = true, click_tracking = true');
  // Its audience is its own, so what comes and goes there gets no campaign.
  const other = await createDomain(database, accountId, { receivingEnabled: true, ...tracked });
  const product = await prepareProduct({
    databaseUrl: postgres.url,
    redisUrl: redis.url,
    logLevel: 'silent',
    more: { ...STEADY_LEASE, DNS_SERVERS: dns.address, MAIL_HOSTNAME: MAIL_HOST },
    sink: { keepRaw: false, keepHeader: 'Message-ID' },
  });
  const secondWeb = await freePort();
  const secondInbound = await freePort();
  const submissions = [await freePort(), await freePort()];
  const pair = async (
    kind: string,
    start: (own: Record<string, string>) => Promise<Supervised>,
    ports: Record<string, string>[] = [{}, {}],
  ): Promise<Pair> => {
    const inspector = await freePort();
    const inspected = { NODE_OPTIONS: `--inspect=127.0.0.1:${inspector} --inspect-publish-uid=http` };
    const [steady, mortal] = await Promise.all([
      start({ ...ports[0], ...inspected }),
      start({ ...ports[1] }),
    ]);
    return { kind, steady, mortal, inspector, kills: 0 };
  };
  const pairs = await Promise.all([
    pair('web', product.startApi, [{}, { PORT: String(secondWeb) }]),
    pair('inbound', (own) => product.startInbound([], own), [{}, { INBOUND_PORT: String(secondInbound) }]),
    pair(
      'submission',
      (own) => product.startSubmission([], own),
      submissions.map((port) => ({ SUBMISSION_PORT: '0', SUBMISSIONS_PORT: String(port) })),
    ),
    ...Object.entries(WORKERS).map(([kind, groups]) =>
      pair(kind, (own) => product.startWorker(groups, [], own)),
    ),
  ]);
  const urls = [product.url, `http://127.0.0.1:${secondWeb}`];
  const connections = REQUESTS_AT_ONCE;
  const clients = urls.map((url) => createApiClient({ url, apiKey, connections })) as [ApiClient, ApiClient];
  return {
    postgres,
    redis,
    dns,
    database,
    product,
    pairs,
    clients,
    urls,
    submissions,
    accountId,
    apiKey,
    other,
    domain: account.domain,
    inboundPorts: [product.inboundPort, secondInbound],
    /** Ends the processes and our own connections to them. */
    async stopProduct() {
      await Promise.all(clients.map((client) => client.close()));
      await product.stop();
    },
    async stop() {
      redis.thaw();
      await this.stopProduct();
      watch.stop();
      await Promise.all([database.end(), redis.kill(), dns.close()]);
      await postgres.stop();
    },
  };
}
