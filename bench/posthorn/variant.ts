// Posthorn as a variant: the processes of the Procfile, each started as in production, with the account and the domain
// that `npm start` would create. Its queues are in Postgres or in Redis.

import { randomBytes } from 'node:crypto';
import { loadConfig } from '../../shared/platform/config/config.ts';
import type { Database } from '../../shared/platform/db/connect.ts';
import { migrate } from '../../shared/platform/db/migrations/migrate.ts';
import { transaction } from '../../shared/platform/db/transaction.ts';
import { createLog } from '../../shared/platform/log/log.ts';
import { createSecrets } from '../../shared/platform/security/secrets.ts';
import { createApiKeyToken } from '../../shared/platform/security/tokens.ts';
import { createSystemClock } from '../../shared/platform/time/clock.ts';
import { createIds, uuidV7LowerBound } from '../../shared/platform/time/ids.ts';
import { setProductionAccess } from '../../shared/resources/foundation/accounts/update.ts';
import { PARTITIONED_TABLES } from '../../shared/resources/partitioned-tables.ts';
import { createAccount } from '../../shared/resources/people/new-accounts/create.ts';
import { createFirstAccount } from '../../shared/resources/people/new-accounts/create-first-account.ts';
import { SENDER_DOMAIN } from '../load/mail.ts';
import type { ProcessOptions } from '../processes/start.ts';
import { withDatabase } from '../servers/open-database.ts';
import {
  queryCount,
  type RunEnvironment,
  type RunningVariant,
  startEach,
  urlOf,
  type Variant,
} from '../variant.ts';
import { storeFeedback, storeSentMails, storeTrackedMails } from './sent-mail.ts';
import { insertWebhook } from './webhooks.ts';

/** Where the queues are. */
export type QueueStore = 'postgres' | 'redis';

/** What the variants of Posthorn share, because they share a template database. */
export interface PosthornIdentity {
  apiKey: string;
  secretKey: string;
}

/** The program of another commit, which shares no database with the one of today. */
export interface OtherProgram {
  family: string;
  /** Where its sources and its build are. */
  root: string;
  prepare(databaseUrl: string, identity: PosthornIdentity): Promise<void>;
}

/** The family of all its variants. */
export const POSTHORN_FAMILY = 'posthorn';

const COUNT_DONE = `SELECT count(*) FROM email_recipients WHERE id >= $1 AND state = 'delivered'`;
const SECRET_KEY_BYTES = 32;
/** In production the guard against SSRF refuses webhooks to this machine. */
const REACHES_THIS_MACHINE = { NODE_ENV: 'development' };
/** All clients of a bench are in one network. */
const TAKES_ALL_MAIL = { INBOUND_HOST: '127.0.0.1', INBOUND_PORT: '0', INBOUND_MESSAGES_PER_MINUTE: '0' };

/** In production only after STARTTLS, which the API and the Postfix of a bench do without too. */
const TAKES_LOGINS_IN_CLEAR = {
  NODE_ENV: 'development',
  DEVELOPMENT_CLEAR_LOGIN: 'true',
  SUBMISSION_HOST: '127.0.0.1',
  SUBMISSION_PORT: '0',
  SUBMISSIONS_PORT: '0',
};

/** Generates the secrets of a bench. */
export function createIdentity(): PosthornIdentity {
  return { apiKey: createApiKeyToken(), secretKey: randomBytes(SECRET_KEY_BYTES).toString('base64') };
}

/** Posthorn with its queues in the given place. @param other absent: the program of today */
export function createPosthornVariant(
  name: string,
  queues: QueueStore,
  identity: PosthornIdentity,
  other?: OtherProgram,
): Variant {
  return {
    name,
    family: other?.family ?? POSTHORN_FAMILY,
    protocol: 'http',
    smtpConnections: loadConfig({ DATABASE_URL: 'postgres://unused' }).smtpMaxConnections,
    prepare: (databaseUrl) => (other?.prepare ?? prepareDatabase)(databaseUrl, identity),
    async start(surroundings) {
      const startNamed = createStarter(surroundings, queues, identity, other?.root);
      const { api, send, webhook = 0, audience = 0, domain = 0 } = surroundings.processes;
      const { automation = 0, bulk = 0, reader = 0 } = surroundings.processes;
      const [apis, ...workers] = await Promise.all([
        startEach(api, startNamed('api', ['api/main.ts'])),
        startEach(send, startNamed('send', ['workers/main.ts', 'send'])),
        startEach(webhook, startNamed('webhook', ['workers/main.ts', 'webhook'], REACHES_THIS_MACHINE)),
        startEach(audience, startNamed('audience', ['workers/main.ts', 'audience'])),
        startEach(domain, startNamed('domain', ['workers/main.ts', 'domain'])),
        startEach(automation, startNamed('automation', ['workers/main.ts', 'automation'])),
        startEach(bulk, startNamed('bulk', ['workers/main.ts', 'bulk'])),
        startEach(reader, startNamed('reader', ['workers/main.ts', 'inbound'])),
        // The scheduler serves workers: without them the API is measured alone.
        startEach(
          Math.min(send + audience + domain + automation + bulk + reader, 1),
          startNamed('schedule', ['workers/main.ts', 'schedule']),
        ),
      ]);
      return {
        target: { protocol: 'http', urls: apis.map(urlOf), headers: headersOf(identity) },
        processes: [...apis, ...workers.flat()],
        queues: {
          redisUrl: queues === 'redis' ? surroundings.redisUrl : undefined,
          queuePrefix: surroundings.queuePrefix,
        },
      };
    },
    ...createReceiving(queues, identity),
    startSubmitting: createSubmitting(queues, identity, other?.root),
    countAccepted: (database) => queryCount(database, 'SELECT count(*) FROM emails'),
    countDone: (database, since) => queryCount(database, COUNT_DONE, [uuidV7LowerBound(since)]),
    async insertWebhook(database, endpointUrl) {
      const secrets = createSecrets([identity.secretKey]);
      await insertWebhook(database, secrets, { endpointUrl, isWokenByHand: false });
    },
    async createAccount(database, domain) {
      const tools = { ids: createIds(createSystemClock()), secrets: createSecrets([identity.secretKey]) };
      const account = { name: domain, planId: 'unlimited', domain: { name: domain, secrets: tools.secrets } };
      const { id, apiKey } = await transaction(database, (client) =>
        createAccount(client, tools.ids, account),
      );
      await setProductionAccess(database, id, true);
      return { apiKey };
    },
    findPublicKey,
  };
}

function headersOf({ apiKey }: PosthornIdentity): Record<string, string> {
  return { authorization: `Bearer ${apiKey}`, 'user-agent': 'posthorn-bench' };
}

function createReceiving(queues: QueueStore, identity: PosthornIdentity): Partial<Variant> {
  return {
    async startReceiving(surroundings) {
      const startNamed = createStarter(surroundings, queues, identity);
      const { inbound = 1, reader = 0 } = surroundings.processes;
      const [inbounds, ...workers] = await Promise.all([
        startEach(inbound, startNamed('inbound', ['smtp/main.ts', 'inbound'], TAKES_ALL_MAIL)),
        startEach(reader, startNamed('reader', ['workers/main.ts', 'inbound'])),
        startEach(Math.min(reader, 1), startNamed('schedule', ['workers/main.ts', 'schedule'])),
      ]);
      const port = Number(inbounds[0]?.announcement['inboundPort']);
      return { target: { protocol: 'smtp', port }, processes: [...inbounds, ...workers.flat()] };
    },
    async prepareReceiving(database) {
      await database.query('UPDATE domains SET receiving_enabled = true');
    },
    storeTrackedMails: (database, of) => storeTrackedMails(database, identity.secretKey, of),
    storeFeedback: (database, mails) => storeFeedback(database, identity.secretKey, mails),
    storeSentMails: (database, mails) => storeSentMails(database, identity.secretKey, mails),
    countReceived: (database) => queryCount(database, 'SELECT count(*) FROM received_emails'),
  };
}

function createSubmitting(
  queues: QueueStore,
  identity: PosthornIdentity,
  root?: string,
): (surroundings: RunEnvironment) => Promise<RunningVariant> {
  return async (surroundings) => {
    const startNamed = createStarter(surroundings, queues, identity, root);
    const [process] = await startEach(
      1,
      startNamed('submission', ['smtp/main.ts', 'submission'], TAKES_LOGINS_IN_CLEAR),
    );
    if (!process) throw new Error('The submission has not started.');
    const port = Number(process.announcement['submissionPort']);
    // Any user name will do.
    const login = { user: 'bench', password: identity.apiKey };
    return { target: { protocol: 'smtp', port, login }, processes: [process] };
  };
}

/** @returns what makes the function that starts a process of the product, named for the table of CPU times */
function createStarter(
  surroundings: RunEnvironment,
  queues: QueueStore,
  identity: PosthornIdentity,
  root?: string,
) {
  const environment = productEnvironment(surroundings, queues, identity);
  return (name: string, command: ProcessOptions['command'], own = {}) =>
    () =>
      surroundings.startProcess({ name, command, root, environment: { ...environment, ...own } });
}

function productEnvironment(
  surroundings: Pick<RunEnvironment, 'databaseUrl' | 'redisUrl' | 'queuePrefix' | 'smtpPort' | 'variables'>,
  queues: QueueStore,
  { secretKey }: PosthornIdentity,
): Record<string, string> {
  return {
    NODE_ENV: 'production',
    // The naive pipeline does not log each request either.
    LOG_LEVEL: 'warn',
    DATABASE_URL: surroundings.databaseUrl,
    SECRET_KEY: secretKey,
    HOST: '127.0.0.1',
    PORT: '0',
    PUBLIC_URL: 'http://127.0.0.1',
    SMTP_URL: `smtp://127.0.0.1:${surroundings.smtpPort}`,
    RATE_LIMIT_PER_MINUTE: '0',
    ...(queues === 'redis'
      ? { REDIS_URL: surroundings.redisUrl, QUEUE_PREFIX: surroundings.queuePrefix }
      : {}),
    ...surroundings.variables,
  };
}

async function prepareDatabase(connectionString: string, identity: PosthornIdentity): Promise<void> {
  const clock = createSystemClock();
  const log = createLog({ level: 'warn', process: 'bench' });
  await migrate({ connectionString, partitionedTables: PARTITIONED_TABLES, clock, log });
  const tools = { ids: createIds(clock), secrets: createSecrets([identity.secretKey]) };
  await withDatabase(connectionString, (database) =>
    createFirstAccount(database, tools, { domain: SENDER_DOMAIN, apiKey: identity.apiKey }),
  );
}

async function findPublicKey(database: Database): Promise<string> {
  const { rows } = await database.query<{ public_key: string }>('SELECT public_key FROM dkim_keys');
  return rows[0]?.public_key ?? '';
}
