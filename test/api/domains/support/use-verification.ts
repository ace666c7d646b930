// Domains whose records are looked up in a DNS server of the test: the API, and the job that checks domains, which a test
// runs when it is due. Only time is moved.
import type { Dns } from '../../../../shared/platform/net/dns/answer.ts';
import { createDns } from '../../../../shared/platform/net/dns/dns.ts';
import { domainCheckWork } from '../../../../shared/resources/messaging/domains/checks/work.ts';
import { createHostProbe } from '../../../../shared/resources/messaging/tracking-hosts/probe.ts';
import { openWith as openCheckDomains } from '../../../../workers/jobs/check-domains.ts';
import type { OpenJob, WorkerDeps } from '../../../../workers/runtime/job.ts';
import { type Caller, createCaller } from '../../../support/api/account.ts';
import { type TestApp, useApp } from '../../../support/api/app.ts';
import { TEST_SECRET_KEYS } from '../../../support/factories/dkim-key.ts';
import { createDnsServer, type DnsServer } from '../../../support/net/dns-server.ts';
import { createTlsProxy, type TlsProxy } from '../../../support/net/tls-proxy.ts';
import { closeWorkerDeps, createWorkerDeps } from '../../../support/work/worker.ts';
import { publishRecords, type WantedRecord } from './publish-records.ts';

/** The host that the records of all domains name. */
export const MAIL_HOST = 'mail.posthorn.dev';

/** A record as the API answers it. */
export interface AnsweredRecord extends WantedRecord {
  record: string;
  status: string;
  required: boolean;
  found: string[];
  detail: string | null;
  problem: string | null;
  last_seen_at: string | null;
}

/** The API, a DNS server and the checks of domains. */
export interface Verification {
  app: TestApp;
  dns(): DnsServer;
  /** In front of the API, for the hosts of tracked links. */
  proxy(): TlsProxy;
  deps(): WorkerDeps;
  /** A new account with a domain of its own, not verified. */
  addDomain(body?: object): Promise<AddedDomain>;
  /** A new account with a domain that DNS has verified by the required records. */
  addVerified(body?: object): Promise<AddedDomain>;
  /** Runs the checks that are due now. @returns the ids of the domains */
  checkDue(): Promise<string[]>;
  /** Runs the checks of these domains at the same time, each in a job of its own. */
  checkTogether(ids: readonly string[]): Promise<void>;
}

/** A domain of a test. */
export interface AddedDomain extends Caller {
  id: string;
  name: string;
  /** GET /domains/:id. */
  // biome-ignore lint/suspicious/noExplicitAny: an answer.
  get(): Promise<any>;
  records(): Promise<AnsweredRecord[]>;
  status(): Promise<string>;
  /** Publishes records in DNS; all by default. */
  publish(isWanted?: (record: AnsweredRecord) => boolean): Promise<void>;
  verify(): Promise<{ status: number; body: { status: string; name?: string } }>;
  /** Moves the time on to the next check and runs it. @returns after how many milliseconds it was; null: none is due */
  nextCheck(): Promise<number | null>;
}

/** Whether the domain needs the record to be verified. */
export function isRequired({ required }: AnsweredRecord): boolean {
  return required;
}

/** What the API and the worker have in common. */
const OF_BOTH = {
  mailHostname: MAIL_HOST,
  spfMechanisms: `a:${MAIL_HOST}`,
  certificateIssuer: 'ca.posthorn.dev',
  secretKeys: TEST_SECRET_KEYS,
};

let added = 0;

/** Starts all of it for the tests of the enclosing `describe`. */
export function useVerification({
  dns: createLookUp,
}: {
  dns?: (server: DnsServer) => Dns;
} = {}): Verification {
  let server: DnsServer;
  let proxy: TlsProxy;
  let worker: WorkerDeps;
  let job: OpenJob;
  after(async () => {
    await job.drain?.();
    await closeWorkerDeps(worker);
    await server.close();
  });
  before(async () => {
    server = await createDnsServer();
  });
  const app = useApp({
    config: () => ({ ...OF_BOTH, rateLimitPerMinute: 0, dnsServers: [server.address] }),
  });
  before(async () => {
    const dns = createLookUp?.(server) ?? createDns({ servers: [server.address], reach: 'loopback' });
    const { config, clock } = app.deps;
    worker = {
      ...(await createWorkerDeps({ databaseUrl: config.databaseUrl, redisUrl: undefined }, { clock })),
      dns,
    };
    worker.config = { ...worker.config, ...OF_BOTH };
    proxy = createTlsProxy(app.port);
    job = openCheckDomains(worker, createHostProbe(worker.config, proxy.guarded));
  });
  // A test runs the checks of its own domains only: time that it moves would run those of all before it too.
  afterEach(() => app.pool.query('UPDATE domain_checks SET next_attempt_at = NULL, woken_at = NULL'));
  const checkDue = async () => {
    await domainCheckWork.table.markDue(app.pool, app.clock.now(), 1_000);
    const { rows } = await app.pool.query<{ id: string }>(
      'SELECT id FROM domain_checks WHERE woken_at IS NOT NULL AND claimed_by IS NULL',
    );
    const ids = rows.map(({ id }) => id);
    await job.handle({ ids }, worker);
    return ids;
  };
  const checkTogether = async (ids: readonly string[]) => {
    await domainCheckWork.table.markDue(app.pool, app.clock.now(), 1_000);
    await Promise.all(ids.map((id) => job.handle({ ids: [id] }, worker)));
  };
  const dueAt = async (id: string) => {
    const { rows } = await app.pool.query('SELECT next_attempt_at FROM domain_checks WHERE id = $1', [id]);
    return rows[0].next_attempt_at as Date | null;
  };
  const addDomain = async (body: object = {}): Promise<AddedDomain> => {
    const caller = await createCaller(app);
    const { api, read } = caller;
    added += 1;
    const created = await api.post('/domains').send({ name: `d${added}.acme${added}.dev`, ...body });
    if (created.status !== 201) throw new Error(JSON.stringify(created.body));
    const { id, name } = created.body;
    const get = () => read(`/domains/${id}`);
    return {
      ...caller,
      id,
      name,
      get,
      records: async () => (await get()).records,
      status: async () => (await get()).status,
      async publish(isWanted = () => true) {
        publishRecords(server, (await get()).records.filter(isWanted));
      },
      verify: () => api.post(`/domains/${id}/verify`),
      async nextCheck() {
        const next = await dueAt(id);
        if (!next) return null;
        const waitMs = Math.max(next.getTime() - app.clock.now().getTime(), 0);
        app.clock.advance(waitMs);
        await checkDue();
        return waitMs;
      },
    };
  };
  const addVerified = async (body: object = {}) => {
    const domain = await addDomain(body);
    await domain.publish(isRequired);
    await domain.verify();
    await domain.nextCheck();
    if ((await domain.status()) !== 'verified') throw new Error('The domain of the test is not verified.');
    return domain;
  };
  return {
    app,
    dns: () => server,
    proxy: () => proxy,
    deps: () => worker,
    addDomain,
    addVerified,
    checkDue,
    checkTogether,
  };
}
