// The API under test: the real application on a real listening server, with the file's own database, a clock that the
// test moves, and a log that it can read.

import type { Pool } from 'pg';
import supertest from 'supertest';
import { createApp } from '../../../api/app.ts';
import { LARGE_BODIES_MAX_BYTES } from '../../../api/body/bounded-body.ts';
import type { ApiDeps } from '../../../api/deps.ts';
import { type ApiServer, startServer } from '../../../api/http/server.ts';
import { DASHBOARD_DIRECTORY } from '../../../api/public/dashboard-page/build.ts';
import type { Resource } from '../../../api/route.ts';
import { createCssInliner } from '../../../shared/mail/css/inline-css.ts';
import { createTrackingTokens } from '../../../shared/mail/tracking/tracking-tokens.ts';
import { type Config, loadConfig } from '../../../shared/platform/config/config.ts';
import { createHealthChecks, createReadiness } from '../../../shared/platform/health/health.ts';
import { createBackground } from '../../../shared/platform/lifecycle/background.ts';
import { createLog } from '../../../shared/platform/log/log.ts';
import { createChatModel } from '../../../shared/platform/net/chat-completions.ts';
import { createConfiguredDns } from '../../../shared/platform/net/dns/dns.ts';
import { createLinkProbe } from '../../../shared/platform/net/link-probe.ts';
import { connectQueues } from '../../../shared/platform/queues/connect.ts';
import { connectRateLimiter } from '../../../shared/platform/rate-limit/connect.ts';
import { createSecrets } from '../../../shared/platform/security/secrets.ts';
import { createSignedLinks } from '../../../shared/platform/security/signed-links.ts';
import { createByteBudget } from '../../../shared/platform/sharing/byte-budget.ts';
import { FairTurns } from '../../../shared/platform/sharing/fair-turns.ts';
import { createUploadStore } from '../../../shared/platform/storage/upload-store.ts';
import { createIds } from '../../../shared/platform/time/ids.ts';
import { ContactLanes } from '../../../shared/resources/audience/contact-writes/lanes.ts';
import { createChangeWatch } from '../../../shared/resources/change-marks.ts';
import { GraphVersions } from '../../../shared/resources/flows/automations/versions/graph-versions.ts';
import { createEventSender } from '../../../shared/resources/flows/event-sending/send.ts';
import { KeysInProgress } from '../../../shared/resources/foundation/idempotency/keys-in-progress.ts';
import { createLogWriter } from '../../../shared/resources/foundation/logs/writer.ts';
import { createMessagePoster } from '../../../shared/resources/foundation/webhooks/delivery/post-message.ts';
import { createBodyReader } from '../../../shared/resources/messaging/campaign-contents/body-reader.ts';
import { createAcceptor } from '../../../shared/resources/messaging/emails/accept/accept.ts';
import { createPollLinks } from '../../../shared/resources/messaging/polls/link.ts';
import { createAmazonFetch } from '../../../shared/resources/messaging/provider-feedback/amazon.ts';
import { RECEIVED_CHUNKS } from '../../../shared/resources/messaging/receiving/chunks.ts';
import { createEmailRenderer } from '../../../shared/resources/messaging/templates/rendering/render-for-send.ts';
import { createHitGatherer } from '../../../shared/resources/messaging/tracking/hits/gather.ts';
import { createPreferencesLinks } from '../../../shared/resources/messaging/unsubscribe-page/link.ts';
import { createWebVersionLinks } from '../../../shared/resources/messaging/web-versions/link.ts';
import { PARTITIONED_TABLES } from '../../../shared/resources/partitioned-tables.ts';
import { SignInTurns } from '../../../shared/resources/people/sign-in/turns.ts';
import { createRegistrations } from '../../../shared/resources/registrations.ts';
import { createMetrics } from '../../../shared/resources/service-metrics.ts';
import { QUEUES } from '../../../shared/resources/work-kinds.ts';
import { type TestDatabase, useDatabase } from '../database/database.ts';
import { TEST_SECRET_KEYS } from '../factories/dkim-key.ts';
import type { SessionCredentials } from '../factories/people-factories.ts';
import { createTestClock, type TestClock } from '../time/clock.ts';
import { createCopyingComputer } from '../work/copying-computer.ts';
import { type AnsweredErrors, noteAnsweredErrors } from './answered-errors.ts';
import { rememberRequest } from './answered-requests.ts';
import { createCheapHashes } from './cheap-hashes.ts';

/** User-Agent of the test client. */
export const USER_AGENT = 'posthorn-tests';
export const OPS_TOKEN = 'operators-token-for-tests';

/** Options of the application. */
export interface TestAppOptions {
  /** A function is called when the application starts, so it may use what a hook has created. */
  config?: Partial<Config> | (() => Partial<Config>);
  /** Mounted instead of the API's own resources. */
  resources?: readonly Resource[];
  /** Replaces some dependencies of the application; a function gets those that it has by default. */
  deps?: Partial<ApiDeps> | ((made: ApiDeps) => Partial<ApiDeps>);
  /** Creates its database; by default a migrated and empty one. */
  createDatabase?: () => Promise<string>;
}

/** The API under test. Read its fields inside hooks and tests. */
export interface TestApp {
  readonly url: string;
  readonly port: number;
  readonly deps: ApiDeps;
  /** The application's database. */
  readonly pool: Pool;
  readonly clock: TestClock;
  readonly server: ApiServer;
  /** Everything logged so far, parsed. */
  readonly logLines: Record<string, unknown>[];
  /** A request without headers of our own. */
  bare(): ReturnType<typeof supertest>;
  /** A request as most clients send it: with a User-Agent and, when given, an API key. */
  as(token?: string): ReturnType<typeof supertest.agent>;
  /** A request as a page of this server sends it for a signed-in person; without a session, for anybody. */
  asPerson(session?: SessionCredentials): ReturnType<typeof supertest.agent>;
}

/** Starts the API, with its own database, for the tests of the enclosing `describe`. */
export function useApp(options: TestAppOptions = {}): TestApp {
  const logLines: Record<string, unknown>[] = [];
  const clock = createTestClock();
  let answered: AnsweredErrors | undefined;
  let started: { deps: ApiDeps; server: ApiServer } | undefined;
  const running = () => {
    if (!started) throw new Error('The application runs only inside hooks and tests.');
    return started;
  };
  // Mocha runs `after` hooks in the order of their definition: the application must end before its database.
  after(async () => {
    started?.deps.changes.close();
    await started?.server.stop();
    await started?.deps.model?.close();
    await started?.deps.background.settled();
    await started?.deps.requestLogs.drain();
    await started?.deps.hits.drain();
    started?.deps.rateLimiter?.close();
    await started?.deps.webhookPoster.close();
    await started?.deps.linkProbe.close();
    await started?.deps.amazon.close();
    await started?.deps.queues.close();
    answered?.check();
  });
  const database = useDatabase(options.createDatabase);
  before(async () => {
    const changes = typeof options.config === 'function' ? options.config() : options.config;
    const made = createDeps(database, clock, logLines, changes);
    const deps = { ...made, ...(typeof options.deps === 'function' ? options.deps(made) : options.deps) };
    const app = createApp(deps, options.resources);
    if (!options.resources) answered = noteAnsweredErrors(app);
    const { ids, config } = deps;
    const { publicUrl } = config;
    started = { deps, server: await startServer({ app, ids, publicUrl, port: 0, host: '127.0.0.1' }) };
  });
  return {
    clock,
    get pool() {
      return database.pool;
    },
    logLines,
    get deps() {
      return running().deps;
    },
    get server() {
      return running().server;
    },
    get port() {
      return running().server.port;
    },
    get url() {
      return `http://127.0.0.1:${running().server.port}`;
    },
    bare() {
      return supertest(this.url);
    },
    as(token) {
      const agent = supertest.agent(this.url).use(rememberRequest).set('User-Agent', USER_AGENT);
      return token === undefined ? agent : agent.set('Authorization', `Bearer ${token}`);
    },
    asPerson(session) {
      const agent = supertest
        .agent(this.url)
        .use(rememberRequest)
        .set('User-Agent', USER_AGENT)
        .set('Sec-Fetch-Site', 'same-origin');
      if (session === undefined) return agent;
      return agent.set('Cookie', `posthorn_session=${session.token}`).set('X-CSRF-Token', session.csrfToken);
    },
  };
}

/** The configuration of a test: defaults, with the operators' pages enabled and without a rate limit. */
export function testConfig(databaseUrl: string, changes: Partial<Config> = {}): Config {
  const environment = { NODE_ENV: 'test', DATABASE_URL: databaseUrl, OPS_TOKEN, RATE_LIMIT_PER_MINUTE: '0' };
  return { ...loadConfig(environment), ...changes };
}

function createDeps(
  database: TestDatabase,
  clock: TestClock,
  logLines: Record<string, unknown>[],
  changes: Partial<Config> = {},
): ApiDeps {
  const config = testConfig(database.url, changes);
  const destination = { write: (line: string) => void logLines.push(JSON.parse(line)) };
  const log = createLog({ level: 'debug', process: 'test', destination });
  const metrics = createMetrics();
  const queues = connectQueues({ config, definitions: QUEUES, workers: 0, registry: metrics.registry, log });
  const ids = createIds(clock);
  const turns = new FairTurns();
  const contactLanes = new ContactLanes();
  const graphVersions = new GraphVersions();
  const registrations = createRegistrations({ ids, queues, versions: graphVersions });
  return {
    config,
    dashboardDirectory: DASHBOARD_DIRECTORY,
    log,
    clock,
    ids,
    database: database.pool,
    queues,
    bodyBudget: createByteBudget(LARGE_BODIES_MAX_BYTES),
    renderBudget: createByteBudget(LARGE_BODIES_MAX_BYTES),
    turns,
    computer: createCopyingComputer(turns),
    emailRenderer: createEmailRenderer(database.pool, turns),
    readBody: createBodyReader(database.pool, turns),
    cssInliner: createCssInliner(),
    contactLanes,
    graphVersions,
    ...registrations,
    eventSender: createEventSender({ database: database.pool, ids, queues, contactLanes, ...registrations }),
    attachments: createUploadStore({ database: database.pool, ids }),
    received: createUploadStore({ database: database.pool, ids, table: RECEIVED_CHUNKS }),
    acceptor: createAcceptor({
      database: database.pool,
      ids,
      queues,
      simulatorDomains: config.simulatorDomains,
      developmentDomain: config.developmentDomain,
      passCrashPoint: () => {},
    }),
    requestLogs: createLogWriter({ database: database.pool, metrics, log }),
    links: createSignedLinks(config.publicUrl, ['the secret key of a test']),
    preferences: createPreferencesLinks(config.publicUrl, TEST_SECRET_KEYS),
    pollLinks: createPollLinks(config.publicUrl, TEST_SECRET_KEYS),
    webVersions: createWebVersionLinks(config.publicUrl, TEST_SECRET_KEYS),
    trackingTokens: createTrackingTokens(TEST_SECRET_KEYS),
    hits: createHitGatherer({ database: database.pool, ids, clock, metrics, log }),
    secrets: createSecrets(TEST_SECRET_KEYS),
    passwordHashes: createCheapHashes(),
    signInTurns: new SignInTurns(),
    keysInProgress: new KeysInProgress({ database: database.pool, log }),
    changes: createChangeWatch({ database: database.pool, clock, log }),
    webhookPoster: createMessagePoster({ reach: config.outboundReach, dnsServers: config.dnsServers, clock }),
    linkProbe: createLinkProbe(config),
    amazon: createAmazonFetch(config),
    dns: createConfiguredDns(config),
    model: config.ai && createChatModel(config.ai),
    metrics,
    readiness: createReadiness(
      createHealthChecks({ database: database.pool, partitionedTables: PARTITIONED_TABLES, clock, queues }),
      log,
    ),
    background: createBackground(log),
    rateLimiter: connectRateLimiter({ config, database: database.pool, log, storeTimeoutMs: 10_000 }),
  };
}
