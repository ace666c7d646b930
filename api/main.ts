// The web process (API server): config → dependencies → listen. A stop is a graceful shutdown: not ready, finish the
// requests in flight, write what is still in memory, close the connections.

import { createCssInliner } from '../shared/mail/css/inline-css.ts';
import { createTrackingTokens } from '../shared/mail/tracking/tracking-tokens.ts';
import type { Config } from '../shared/platform/config/config.ts';
import { connectDatabase, type Database } from '../shared/platform/db/connect.ts';
import { type ServerWatch, watchServer } from '../shared/platform/db/sessions/server-watch.ts';
import { createHealthChecks, createReadiness } from '../shared/platform/health/health.ts';
import { createBackground } from '../shared/platform/lifecycle/background.ts';
import { type ProcessContext, type Running, runProcess } from '../shared/platform/lifecycle/process.ts';
import { collectProcessMetrics } from '../shared/platform/metrics/metrics.ts';
import { createChatModel } from '../shared/platform/net/chat-completions.ts';
import { createConfiguredDns } from '../shared/platform/net/dns/dns.ts';
import { createLinkProbe } from '../shared/platform/net/link-probe.ts';
import { createCrashPoints } from '../shared/platform/process/crash-points.ts';
import { connectQueues } from '../shared/platform/queues/connect.ts';
import { connectRateLimiter } from '../shared/platform/rate-limit/connect.ts';
import { createPasswordHashes } from '../shared/platform/security/password-hash.ts';
import { ScryptProcess } from '../shared/platform/security/scrypt-process.ts';
import { createSecrets } from '../shared/platform/security/secrets.ts';
import { createSignedLinks } from '../shared/platform/security/signed-links.ts';
import { createByteBudget } from '../shared/platform/sharing/byte-budget.ts';
import { FairTurns } from '../shared/platform/sharing/fair-turns.ts';
import { createUploadStore } from '../shared/platform/storage/upload-store.ts';
import { type Clock, createSystemClock } from '../shared/platform/time/clock.ts';
import { createIds } from '../shared/platform/time/ids.ts';
import { ContactLanes } from '../shared/resources/audience/contact-writes/lanes.ts';
import { createChangeWatch } from '../shared/resources/change-marks.ts';
import { GraphVersions } from '../shared/resources/flows/automations/versions/graph-versions.ts';
import { createEventSender } from '../shared/resources/flows/event-sending/send.ts';
import { KeysInProgress } from '../shared/resources/foundation/idempotency/keys-in-progress.ts';
import { createLogWriter } from '../shared/resources/foundation/logs/writer.ts';
import { createMessagePoster } from '../shared/resources/foundation/webhooks/delivery/post-message.ts';
import { createBodyReader } from '../shared/resources/messaging/campaign-contents/body-reader.ts';
import { ACCEPT_POOL_SIZE, createAcceptor } from '../shared/resources/messaging/emails/accept/accept.ts';
import { createPollLinks } from '../shared/resources/messaging/polls/link.ts';
import { createAmazonFetch } from '../shared/resources/messaging/provider-feedback/amazon.ts';
import { RECEIVED_CHUNKS } from '../shared/resources/messaging/receiving/chunks.ts';
import { createEmailRenderer } from '../shared/resources/messaging/templates/rendering/render-for-send.ts';
import { createHitGatherer } from '../shared/resources/messaging/tracking/hits/gather.ts';
import { createPreferencesLinks } from '../shared/resources/messaging/unsubscribe-page/link.ts';
import { createWebVersionLinks } from '../shared/resources/messaging/web-versions/link.ts';
import { PARTITIONED_TABLES } from '../shared/resources/partitioned-tables.ts';
import { SignInTurns } from '../shared/resources/people/sign-in/turns.ts';
import { createRegistrations } from '../shared/resources/registrations.ts';
import { collectServiceMetrics, createMetrics } from '../shared/resources/service-metrics.ts';
import { QUEUES } from '../shared/resources/work-kinds.ts';
import { createApp } from './app.ts';
import { LARGE_BODIES_MAX_BYTES } from './body/bounded-body.ts';
import { ProcessComputer } from './computing/process-computer.ts';
import type { ApiDeps } from './deps.ts';
import { startServer } from './http/server.ts';
import { DASHBOARD_DIRECTORY } from './public/dashboard-page/build.ts';

/** Contents that were rendered and are not stored yet. */
const RENDERED_MAX_BYTES = 64 * 1024 * 1024;
/** After so long a stop ends the questions to the language model, while their clients can still be answered. */
const MODEL_STOP_MS = 10_000;
/** What callers choose to compute blocks the event loop so long at a time, and then rests. */
const TURN_MS = 5;
/** Shown in `pg_stat_activity`. */
const applicationName = 'posthorn web';

await runProcess('web', start);

async function start({ config, log }: ProcessContext): Promise<Running> {
  const { databaseUrl: connectionString } = config;
  // While the database is unavailable it starts and is not ready.
  const watch = await watchServer({ connectionString, applicationName, log }, { mayBeAway: true });
  const acceptDatabase = connectDatabase({
    connectionString,
    poolSize: ACCEPT_POOL_SIZE,
    applicationName: 'posthorn web accept',
    // Planning the query that reads the state of a group's accounts took six times as long as running it.
    plansOnce: true,
    watch,
    log,
  });
  const scryptProcess = new ScryptProcess();
  const computer = new ProcessComputer();
  const deps = createDeps({ config, log, watch }, { scryptProcess, computer }, acceptDatabase);
  const { ids, readiness, background, queues, database, metrics } = deps;
  collectProcessMetrics(metrics);
  collectServiceMetrics({ ...deps, registry: metrics.registry, pools: { accept: acceptDatabase } });
  const { port, host, publicUrl } = config;
  const server = await startServer({ app: createApp(deps), ids, publicUrl, port, host });
  return {
    announcement: { port: server.port },
    async stop() {
      readiness.drain();
      deps.changes.close();
      const endOfModel = setTimeout(() => void deps.model?.close(), MODEL_STOP_MS);
      await server.stop();
      clearTimeout(endOfModel);
      await deps.model?.close();
      scryptProcess.close();
      computer.close();
      await Promise.all([deps.acceptor.drain(), deps.eventSender.drain()]);
      await Promise.all([deps.webhookPoster.close(), deps.linkProbe.close(), deps.amazon.close()]);
      await background.settled();
      await Promise.all([deps.requestLogs.drain(), deps.hits.drain()]);
      deps.rateLimiter?.close();
      await queues.close();
      await Promise.all([database.end(), acceptDatabase.end()]);
      watch.stop();
    },
  };
}

function createDeps(
  { config, log, watch }: Pick<ProcessContext, 'config' | 'log'> & { watch: ServerWatch },
  { scryptProcess, computer }: { scryptProcess: ScryptProcess; computer: ProcessComputer },
  acceptDatabase: Database,
): ApiDeps {
  const clock = createSystemClock(config.clockOffsetMs);
  const metrics = createMetrics();
  const { databaseUrl: connectionString, databasePoolSize: poolSize } = config;
  const database = connectDatabase({ connectionString, poolSize, applicationName, watch, log });
  const ids = createIds(clock);
  const { registry } = metrics;
  const queues = connectQueues({ config, definitions: QUEUES, workers: 0, registry, watch, log });
  const turns = new FairTurns(TURN_MS, { rests: true });
  const graphVersions = new GraphVersions();
  const contactLanes = new ContactLanes();
  const registrations = createRegistrations({ ids, queues, versions: graphVersions });
  return {
    config,
    dashboardDirectory: DASHBOARD_DIRECTORY,
    log,
    clock,
    ids,
    database,
    queues,
    metrics,
    readiness: createReadiness(
      createHealthChecks({ database, partitionedTables: PARTITIONED_TABLES, clock, queues }),
      log,
    ),
    background: createBackground(log),
    requestLogs: createLogWriter({ database, metrics, log }),
    ...createLinks(config),
    hits: createHitGatherer({ database, ids, clock, metrics, log }),
    secrets: createSecrets(config.secretKeys),
    passwordHashes: createPasswordHashes({ derive: scryptProcess.derive }),
    signInTurns: new SignInTurns(),
    keysInProgress: new KeysInProgress({ database, log }),
    changes: createChangeWatch({ database, clock, log }),
    ...createOutbound(config, clock),
    rateLimiter: connectRateLimiter({ config, database, log }),
    bodyBudget: createByteBudget(LARGE_BODIES_MAX_BYTES),
    renderBudget: createByteBudget(RENDERED_MAX_BYTES),
    turns,
    computer,
    emailRenderer: createEmailRenderer(database, turns),
    readBody: createBodyReader(database, turns),
    cssInliner: createCssInliner(),
    contactLanes,
    graphVersions,
    ...registrations,
    eventSender: createEventSender({ database: acceptDatabase, ids, queues, contactLanes, ...registrations }),
    ...createStores({ database, ids }),
    acceptor: createConfiguredAcceptor(config, { database: acceptDatabase, ids, queues }),
  };
}

function createConfiguredAcceptor(config: Config, deps: Pick<ApiDeps, 'database' | 'ids' | 'queues'>) {
  const { database, ids, queues } = deps;
  return createAcceptor({
    database,
    ids,
    queues,
    simulatorDomains: config.simulatorDomains,
    developmentDomain: config.developmentDomain,
    passCrashPoint: createCrashPoints(config.crashAt),
  });
}

/** What asks other servers. */
function createOutbound(config: Config, clock: Clock) {
  const { outboundReach: reach, dnsServers } = config;
  return {
    webhookPoster: createMessagePoster({ reach, dnsServers, clock }),
    dns: createConfiguredDns(config),
    linkProbe: createLinkProbe(config),
    amazon: createAmazonFetch(config),
    model: config.ai && createChatModel(config.ai),
  };
}

function createLinks({
  publicUrl,
  secretKeys,
}: Config): Pick<ApiDeps, 'links' | 'preferences' | 'pollLinks' | 'webVersions' | 'trackingTokens'> {
  return {
    links: createSignedLinks(publicUrl, secretKeys),
    preferences: createPreferencesLinks(publicUrl, secretKeys),
    pollLinks: createPollLinks(publicUrl, secretKeys),
    webVersions: createWebVersionLinks(publicUrl, secretKeys),
    trackingTokens: createTrackingTokens(secretKeys),
  };
}

function createStores(deps: Pick<ApiDeps, 'database' | 'ids'>): Pick<ApiDeps, 'attachments' | 'received'> {
  return {
    attachments: createUploadStore(deps),
    received: createUploadStore({ ...deps, table: RECEIVED_CHUNKS }),
  };
}
