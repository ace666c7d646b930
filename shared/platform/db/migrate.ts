// Brings a database up to this version: our tables (knex), BullMQ's (its own migrator) and the partitions ahead.
// Several processes may start at once, and any may be killed in the middle: one session lock of ours lets one in at a
// time and dies with its connection; a migration and the note that it was applied are one transaction, or, where it
// wants none, it is safe to begin again; and knex's own lock row, which would survive a kill, is cleared by whoever
// holds ours (docs/architecture.md, "Migrations").
import { setTimeout as delay } from 'node:timers/promises';
import { DEFAULT_SCHEMA, runMigrations } from 'bullmq';
import knexFactory, { type Knex } from 'knex';
import pg from 'pg';
import type { Logger } from '../log/log.ts';
import type { Clock } from '../time/clock.ts';
import { connectDatabase } from './connect.ts';
import { createMigrationSource, MIGRATIONS_DIRECTORY } from './migrations.ts';
import { createPartitions, type PartitionedTable } from './partitions.ts';

/** Key of our advisory lock: "posthorn" read as ASCII, cut to 32 bits. */
const MIGRATION_LOCK_KEY = 0x706f7374;
/** How long a start waits for another one that migrates, and how often it asks. */
const LOCK_WAIT_MS = 120_000;
const LOCK_ASK_EVERY_MS = 250;
/** A migration waits this long for a table's lock, then fails instead of stopping the traffic behind it. */
const DDL_LOCK_TIMEOUT_MS = 5_000;

/** What to migrate, and how. */
export interface MigrateOptions {
  connectionString: string;
  /** The directory of the migrations; this version's unless told. */
  migrations?: string;
  /** Whose partitions are made. */
  partitionedTables: readonly PartitionedTable[];
  clock: Clock;
  log: Logger;
}

/**
 * Migrates. Does nothing when all is up to date.
 * @throws when another process holds the lock for two minutes, or a migration fails (those before it stay)
 */
export async function migrate(options: MigrateOptions): Promise<void> {
  const { connectionString, migrations = MIGRATIONS_DIRECTORY, log } = options;
  const client = new pg.Client({ connectionString, application_name: 'posthorn migrate' });
  client.on('error', (error) => log.warn({ err: error }, 'the migration lost its connection'));
  await client.connect();
  try {
    await takeLock(client);
    await migrateOurTables(connectionString, migrations, log);
    await runMigrations(client, DEFAULT_SCHEMA);
    await makePartitions(options);
  } finally {
    await client.end();
  }
}

/**
 * Asks again and again instead of waiting in the server: what waits there has a snapshot, an index that the holder
 * builds concurrently waits for old snapshots, and both would wait for ever.
 */
async function takeLock(client: pg.Client): Promise<void> {
  const endMs = performance.now() + LOCK_WAIT_MS;
  while (!(await tryLock(client))) {
    if (performance.now() > endMs) throw new Error('Another process has been migrating for two minutes.');
    await delay(LOCK_ASK_EVERY_MS);
  }
  await client.query(`SET lock_timeout = ${DDL_LOCK_TIMEOUT_MS}`);
}

async function tryLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [
    MIGRATION_LOCK_KEY,
  ]);
  return rows[0]?.taken === true;
}

async function migrateOurTables(connectionString: string, directory: string, log: Logger): Promise<void> {
  // What fails is thrown to the caller; the statements that knex prints beside it are for whoever debugs.
  const debug = (message: unknown) => log.debug({ knex: message }, 'migrating');
  const knex = knexFactory({
    client: 'pg',
    log: { debug, warn: debug, error: debug, deprecate: debug },
    connection: { connectionString, options: `-c lock_timeout=${DDL_LOCK_TIMEOUT_MS}` },
    pool: { min: 0, max: 2 },
    migrations: { migrationSource: createMigrationSource(directory) },
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
 * Applies the oldest migration that is pending and returns its name. One at a time: knex's `latest` makes one
 * transaction of all, and as soon as one of them wants none, notes each in a statement of its own after it was
 * committed; a process that dies between the two leaves a migration that fails from then on.
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
    if (partitions.length > 0) log.info({ partitions }, 'partitions made');
  } finally {
    await database.end();
  }
}
