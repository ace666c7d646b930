// Which service is operated: the one whose database DATABASE_URL names, else the house that runs beside us, which has
// left word in its data directory (dev/announcement.ts).
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ConfigError, loadConfig } from '../shared/config.ts';

type Environment = Record<string, string | undefined>;

/** Where to work. */
export interface Service {
  databaseUrl: string;
  secretKey: string | undefined;
}

/** The part of `dev.json` that matters here. */
interface House {
  databaseUrl?: string;
  secretKey?: string;
}

/** Finds the service. @throws ConfigError when there is none */
export async function findService(environment: Environment): Promise<Service> {
  const house = await readHouse(path.resolve(environment['DATA_DIR'] || '.posthorn'));
  const databaseUrl = environment['DATABASE_URL'] || house?.databaseUrl;
  if (databaseUrl === undefined) {
    throw new ConfigError('No service was found: run this beside npm start, or set DATABASE_URL.');
  }
  // The secrets of the house are of no use for another database.
  const secretKey =
    environment['SECRET_KEY'] || (databaseUrl === house?.databaseUrl ? house.secretKey : undefined);
  const config = loadConfig({ DATABASE_URL: databaseUrl, SECRET_KEY: secretKey });
  return { databaseUrl: config.databaseUrl, secretKey: config.secretKey };
}

async function readHouse(dataDir: string): Promise<House | undefined> {
  try {
    return JSON.parse(await readFile(path.join(dataDir, 'dev.json'), 'utf8'));
  } catch {
    return undefined;
  }
}
