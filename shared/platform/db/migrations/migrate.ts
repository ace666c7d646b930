// Migrates a database to this version: our tables (knex), BullMQ's tables (its own migrator) and the partitions of the
// next months. Several processes may start at once, and any of them may be killed at any point:
// - A session-level advisory lock lets one process migrate at a time; it is released when its connection ends.
// - A migration and its entry in knex_migrations are one transaction. A migration without a transaction is idempotent.
// - knex's own lock row would survive a kill, so the holder of the advisory lock clears it.
// See docs/architecture/migrations.md.
import { setTimeout as delay } from 'node:timers/promises';
import { callbackify } from 'node:util';
import type { Knex } from 'knex';
import pg from 'pg';
import { ConfigError } from '../../config/config.ts';
import type { Logger } from '../../log/log.ts';
import { requirePackage } from '../../process/require-package.ts';
import type { Clock } from '../../time/clock.ts';
import { connectDatabase } from '../connect.ts';
import { createPartitions, type PartitionedTable } from '../partitions.ts';
import { openSession } from '../sessions/open-session.ts';
import { requireUsableServer } from '../sessions/usable-server.ts';
import { createMigrationSource, MIGRATIONS_DIRECTORY } from './migrations.ts';
import { findServerProblem } from './server-version.ts';

const { knex: createKnex } = requirePackage<typeof import('knex')>('knex');
const { DEFAULT_SCHEMA, runMigrations } = requirePackage<typeof import('bullmq')>('bullmq');

/** Key of our advisory lock: the first four bytes of "posthorn" in ASCII. */
export const MIGRATION_LOCK_KEY = 0x706f7374;
/** How long a start waits for another process that migrates, and how often it retries. */
const LOCK_WAIT_MS = 120_000;
const LOCK_ASK_EVERY_MS = 250;
/** A migration waits this long for a lock on a table, then fails instead of blocking the statements queued after it. */
const SETTINGS = { application_name: 'posthorn migrate', lock_timeout: 5_000 };

/** Options of a migration. */
export interface MigrateOptions {
  connectionString: string;
  /** The directory of the migrations; by default that of this version. */
  migrations?: string;
  /** Tables whose partitions are created. */
  partitionedTables: readonly PartitionedTable[];
  clock: Clock;
  log: Logger;
}

/**
 * Migrates the database. Does nothing when it is up to date.
 * @throws ConfigError when the server is too old or cannot be used; another error when another process holds the lock for two minutes, or
 * when a migration fails (those before it stay applied)
 */
export async function migrate(options: MigrateOptions): Promise<void> {
  const { connectionString, migrations = MIGRATIONS_DIRECTORY, log } = options;
  // Before the lock: in transaction mode a pooler would keep it when we end.
  await requireUsableServer(connectionString);
  const client = new pg.Client({ connectionString });
  client.on('error', (error) => log.warn({ err: error }, 'the migration lost its connection'));
  await client.connect();
  try {
    await openSession(client, SETTINGS);
    const problem = await findServerProblem(client);
    if (problem !== undefined) throw new ConfigError(problem);
    await takeLock(client, log);
    await migrateOurTables(connectionString, migrations, log);
    await runMigrations(client, DEFAULT_SCHEMA);
    await makePartitions(options);
  } finally {
    await client.end();
  }
}

/**
 * Polls for the lock instead of waiting for it in the server. A session that waits there has a snapshot, and CREATE
 * INDEX CONCURRENTLY in the lock's holder waits for old snapshots: both would wait for ever (deadlock).
 */
async function takeLock(client: pg.Client, log: Logger): Promise<void> {
  const endMs = performance.now() + LOCK_WAIT_MS;
  for (let tries = 0; !(await tryLock(client)); tries += 1) {
    if (tries === 0) log.info('another process migrates this database: waiting for it');
    if (performance.now() > endMs) throw new Error('Another process has been migrating for 2 minutes.');
    await delay(LOCK_ASK_EVERY_MS);
  }
}

async function tryLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [
    MIGRATION_LOCK_KEY,
  ]);
  return rows[0]?.taken === true;
}

async function migrateOurTables(connectionString: string, directory: string, log: Logger): Promise<void> {
  // Errors are thrown to the caller; what knex prints in addition is useful for debugging only.
  const debug = (message: unknown) => log.debug({ knex: message }, 'migrating');
  const knex = createKnex({
    client: 'pg',
    log: { debug, warn: debug, error: debug, deprecate: debug },
    // pg parses the URL, as everywhere: knex takes an IPv6 address with its brackets for a name.
    connection: { connectionString },
    pool: { min: 0, max: 2, afterCreate: callbackify((client: pg.Client) => openSession(client, SETTINGS)) },
    // A newer release has migrated it, and its operator returns to this one (docs/upgrade.md#back-to-the-old-version).
    migrations: {
      migrationSource: createMigrationSource(directory),
      disableMigrationsListValidation: true,
    },
  });
  try {
    await knex.migrate.forceFreeMigrationsLock();
    for (let name = await applyNext(knex); name; name = await applyNext(knex)) {
      log.info({ migration: name }, 'migration applied');
    }
  } finally {
    await knex.destroy();
  }
}

/**
 * Applies the oldest pending migration and returns its name; undefined when none is pending. Not with knex's `latest`:
 * it runs all migrations in one transaction, and if one of them is without a transaction, it records each of them in a
 * separate statement after its commit. A process that dies between the two leaves a migration that fails from then on.
 */
async function applyNext(knex: Knex): Promise<string | undefined> {
  const [, [name]] = (await knex.migrate.up()) as [batch: number, applied: string[]];
  return name;
}

async function makePartitions({
  connectionString,
  partitionedTables: tables,
  clock,
  log,
}: MigrateOptions): Promise<void> {
  const database = connectDatabase({
    connectionString,
    poolSize: 2,
    applicationName: 'posthorn migrate',
    log,
  });
  try {
    const partitions = await createPartitions(database, { tables, now: clock.now() });
    if (partitions.length > 0) log.info({ partitions }, 'partitions created');
  } finally {
    await database.end();
  }
}
