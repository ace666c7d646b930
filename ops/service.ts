// Which service is operated: the one whose database DATABASE_URL names, else the house that runs beside us, which has
// left word in its data directory (dev/announcement.ts).
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Config, ConfigError, loadConfig } from '../shared/platform/config/config.ts';

type Environment = Record<string, string | undefined>;

/** Where to work. */
export type Service = Pick<Config, 'databaseUrl' | 'secretKey' | 'redisUrl' | 'queuePrefix'>;

/** The part of `dev.json` that matters here. */
interface House {
  databaseUrl?: string;
  secretKey?: string;
  redisUrl?: string;
  queuePrefix?: string;
}

/** Finds the service. @throws ConfigError when there is none */
export async function findService(environment: Environment): Promise<Service> {
  const house = await readHouse(path.resolve(environment['DATA_DIR'] || '.posthorn'));
  const databaseUrl = environment['DATABASE_URL'] || house?.databaseUrl;
  if (databaseUrl === undefined) {
    throw new ConfigError('No service was found: run this beside npm start, or set DATABASE_URL.');
  }
  // What the house knows is of no use for another database.
  const known = databaseUrl === house?.databaseUrl ? house : undefined;
  return loadConfig({
    DATABASE_URL: databaseUrl,
    SECRET_KEY: environment['SECRET_KEY'] || known?.secretKey,
    REDIS_URL: environment['REDIS_URL'] || known?.redisUrl,
    QUEUE_PREFIX: environment['QUEUE_PREFIX'] || known?.queuePrefix,
  });
}

async function readHouse(dataDir: string): Promise<House | undefined> {
  try {
    return JSON.parse(await readFile(path.join(dataDir, 'dev.json'), 'utf8'));
  } catch {
    return undefined;
  }
}
