// A separate Postgres database for each test file: a clone of one migrated template, which costs a copy of files (about
// 100 ms) instead of a migration. `TEST_DATABASE_URL` names the server (test/run.ts starts one).

import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';
import { connectDatabase, type Database } from '../../../shared/platform/db/connect.ts';
import { migrate } from '../../../shared/platform/db/migrations/migrate.ts';
import { createLog } from '../../../shared/platform/log/log.ts';
import { createSystemClock } from '../../../shared/platform/time/clock.ts';
import { PARTITIONED_TABLES } from '../../../shared/resources/partitioned-tables.ts';
import { checkPayloads } from '../api/checked-payloads.ts';

/** Key of the advisory lock under which the template is created, once for all test processes. */
const TEMPLATE_LOCK_KEY = 0x74657374;
const POOL_SIZE = 10;

/** The database of a test file. */
export interface TestDatabase {
  /** Connection string, for processes that a test starts. */
  readonly url: string;
  readonly pool: Database;
}

/** The server's own connection string. */
export function serverUrl(): string {
  const url = process.env['TEST_DATABASE_URL'];
  if (!url) throw new Error('TEST_DATABASE_URL names no Postgres: run the tests with `npm test -- <files>`.');
  return url;
}

function databaseUrl(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

function newDatabaseName(): string {
  return `posthorn_test_${randomBytes(6).toString('hex')}`;
}

/** Runs `work` with a connection to `server`. */
export async function withServer<T>(server: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The template's name is derived from the migrations, so that a changed migration creates a new template. */
async function templateName(): Promise<string> {
  const directory = new URL('../../../migrations/', import.meta.url);
  const hash = createHash('sha256');
  for (const file of (await readdir(directory)).sort()) hash.update(await readFile(new URL(file, directory)));
  return `posthorn_template_${hash.digest('hex').slice(0, 12)}_${new Date().toISOString().slice(0, 7).replace('-', '')}`;
}

async function ensureTemplate(server: string, client: pg.Client, template: string): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1 AND datistemplate', [
    template,
  ]);
  if (rowCount) return;
  await client.query(`DROP DATABASE IF EXISTS ${template}`);
  await client.query(`CREATE DATABASE ${template}`);
  const log = createLog({ level: 'silent', process: 'test' });
  await migrate({
    connectionString: databaseUrl(server, template),
    partitionedTables: PARTITIONED_TABLES,
    clock: createSystemClock(),
    log,
  });
  await client.query(`ALTER DATABASE ${template} IS_TEMPLATE true`);
}

/** Makes a template of the migrated database that `server` names; nothing may be connected to it. */
export async function makeTemplate(server: string): Promise<void> {
  const template = await templateName();
  const source = new URL(server).pathname.slice(1);
  await withServer(server, async (client) => {
    await client.query(`CREATE DATABASE ${template} TEMPLATE ${source}`);
    await client.query(`ALTER DATABASE ${template} IS_TEMPLATE true`);
  });
}

/** Creates an empty database; `dropDatabase` removes it. */
export async function createEmptyDatabase(server = serverUrl()): Promise<string> {
  const name = newDatabaseName();
  await withServer(server, (client) => client.query(`CREATE DATABASE ${name}`));
  return databaseUrl(server, name);
}

/** Creates a migrated database; `dropDatabase` removes it. */
export async function createDatabase(server = serverUrl()): Promise<string> {
  const template = await templateName();
  const name = newDatabaseName();
  await withServer(server, async (client) => {
    // Also held while cloning: CREATE DATABASE fails while another session is connected to its template.
    await client.query('SELECT pg_advisory_lock($1)', [TEMPLATE_LOCK_KEY]);
    await ensureTemplate(server, client, template);
    // Copying files takes half of the CPU of the default strategy, which writes the copy to the WAL.
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
  });
  return databaseUrl(server, name);
}

/** Drops a database that `createDatabase` created, and closes the remaining connections to it. */
export async function dropDatabase(url: string, server = serverUrl()): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  await withServer(server, (client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
}

/**
 * Creates a database for the tests of the enclosing `describe`. Read its fields inside hooks and tests.
 * @param create by default a migrated and empty one
 */
export function useDatabase(create: () => Promise<string> = createDatabase): TestDatabase {
  let url: string | undefined;
  let pool: Database | undefined;
  before(async () => {
    url = await create();
    const log = createLog({ level: 'silent', process: 'test' });
    pool = connectDatabase({ connectionString: url, poolSize: POOL_SIZE, applicationName: 'test', log });
  });
  after(async () => {
    try {
      if (pool && create === createDatabase) await checkPayloads(pool);
    } finally {
      await pool?.end();
      if (url) await dropDatabase(url);
    }
  });
  return {
    get url() {
      if (!url) throw new Error('The database exists only inside hooks and tests.');
      return url;
    },
    get pool() {
      if (!pool) throw new Error('The database exists only inside hooks and tests.');
      return pool;
    },
  };
}
