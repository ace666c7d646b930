// Posthorn as a variant: the processes of the Procfile, each started as in production, on the account and the domain
// that `npm start` would make. Its queues are in Postgres or in Redis.
import { randomBytes } from 'node:crypto';
import { createSystemClock } from '../../shared/clock.ts';
import { connectDatabase, type Database } from '../../shared/db/connect.ts';
import { migrate } from '../../shared/db/migrate.ts';
import { createIds } from '../../shared/ids.ts';
import { createLog } from '../../shared/log.ts';
import { createFirstAccount } from '../../shared/resources/accounts/create-first-account.ts';
import { createSecrets } from '../../shared/secrets.ts';
import { createApiKeyToken } from '../../shared/tokens.ts';
import { SENDER_DOMAIN } from '../load/mail.ts';
import { queryCount, type RunSurroundings, type Variant } from '../variant.ts';

/** Where the queues are. */
export type QueueStore = 'postgres' | 'redis';

/** What the variants of Posthorn share, since they share a template. */
export interface PosthornIdentity {
  apiKey: string;
  secretKey: string;
}

const SECRET_KEY_BYTES = 32;

/** Makes the secrets of a bench. */
export function createIdentity(): PosthornIdentity {
  return { apiKey: createApiKeyToken(), secretKey: randomBytes(SECRET_KEY_BYTES).toString('base64') };
}

/** Posthorn with its queues in the given place. */
export function createPosthornVariant(name: string, queues: QueueStore, identity: PosthornIdentity): Variant {
  return {
    name,
    family: 'posthorn',
    prepare: (databaseUrl) => prepareDatabase(databaseUrl, identity),
    async start({ startProcess, ...surroundings }) {
      const environment = productEnvironment(surroundings, queues, identity);
      const processes = await Promise.all([
        startProcess({ name: 'api', command: ['api/main.ts'], environment }),
        startProcess({ name: 'send', command: ['workers/main.ts', 'send'], environment }),
        startProcess({ name: 'schedule', command: ['workers/main.ts', 'schedule'], environment }),
      ]);
      return {
        apiUrl: `http://127.0.0.1:${processes[0].announcement['port']}`,
        headers: { authorization: `Bearer ${identity.apiKey}`, 'user-agent': 'posthorn-bench' },
        processes,
      };
    },
    countDone: (database) =>
      queryCount(database, `SELECT count(*) FROM email_recipients WHERE state = 'delivered'`),
    findPublicKey,
  };
}

function productEnvironment(
  surroundings: Omit<RunSurroundings, 'startProcess'>,
  queues: QueueStore,
  { secretKey }: PosthornIdentity,
): Record<string, string> {
  return {
    NODE_ENV: 'production',
    // The naive pipeline writes no line a request either.
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
  };
}

async function prepareDatabase(connectionString: string, identity: PosthornIdentity): Promise<void> {
  const clock = createSystemClock();
  const log = createLog({ level: 'warn', process: 'bench' });
  await migrate({ connectionString, clock, log });
  const database = connectDatabase({ connectionString, poolSize: 1, applicationName: 'bench', log });
  try {
    const tools = { ids: createIds(clock), secrets: createSecrets(identity.secretKey) };
    await createFirstAccount(database, tools, { domain: SENDER_DOMAIN, apiKey: identity.apiKey });
  } finally {
    await database.end();
  }
}

async function findPublicKey(database: Database): Promise<string> {
  const { rows } = await database.query<{ public_key: string }>('SELECT public_key FROM dkim_keys');
  return rows[0]?.public_key ?? '';
}
