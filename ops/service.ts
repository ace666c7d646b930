// Finds the service to operate: the one whose database DATABASE_URL names, otherwise the `npm start` that runs on the
// data directory, which writes its addresses and secrets to `dev.json` there (dev/announcement.ts).
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Config, ConfigError, loadConfig } from '../shared/platform/config/config.ts';

type Environment = Record<string, string | undefined>;

/** The connections of the service. */
export type Service = Pick<Config, 'databaseUrl' | 'secretKey' | 'redisUrl' | 'queuePrefix'>;

/** The part of `dev.json` that is used here. */
interface LocalStack {
  databaseUrl?: string;
  secretKey?: string;
  redisUrl?: string;
  queuePrefix?: string;
}

/** Finds the service. @throws ConfigError when there is none */
export async function findService(environment: Environment): Promise<Service> {
  const stack = await readLocalStack(path.resolve(environment['DATA_DIR'] || '.posthorn'));
  const databaseUrl = environment['DATABASE_URL'] || stack?.databaseUrl;
  if (databaseUrl === undefined) {
    throw new ConfigError('No service was found: run npm start, or set DATABASE_URL.');
  }
  // The secrets and addresses of `npm start` do not fit another database.
  const known = databaseUrl === stack?.databaseUrl ? stack : undefined;
  return loadConfig({
    DATABASE_URL: databaseUrl,
    SECRET_KEY: environment['SECRET_KEY'] || known?.secretKey,
    REDIS_URL: environment['REDIS_URL'] || known?.redisUrl,
    QUEUE_PREFIX: environment['QUEUE_PREFIX'] || known?.queuePrefix,
  });
}

async function readLocalStack(dataDir: string): Promise<LocalStack | undefined> {
  try {
    return JSON.parse(await readFile(path.join(dataDir, 'dev.json'), 'utf8'));
  } catch {
    return undefined;
  }
}
