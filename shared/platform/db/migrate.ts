// Brings a database up to this version: our tables (knex), BullMQ's (its own migrator) and the partitions ahead.
// Several processes may start at once, and any may be killed in the middle: one session lock of ours lets one in
// at a time and dies with its connection, all pending migrations are one transaction, and knex's own lock row, which
// would survive a kill, is cleared by whoever holds ours.
import { DEFAULT_SCHEMA, runMigrations } from 'bullmq';
import knexFactory from 'knex';
import pg from 'pg';
import type { Logger } from '../log/log.ts';
import type { Clock } from '../time/clock.ts';
import { connectDatabase } from './connect.ts';
import { migrationSource } from './migrations.ts';
import { createPartitions, type PartitionedTable } from './partitions.ts';

/** Key of our advisory lock: "posthorn" read as ASCII, cut to 32 bits. */
const MIGRATION_LOCK_KEY = 0x706f7374;
/** How long a start waits for another one that migrates. */
const LOCK_WAIT_MS = 120_000;
/** A migration waits this long for a table's lock, then fails instead of stopping the traffic behind it. */
const DDL_LOCK_TIMEOUT_MS = 5_000;

/** What to migrate, and how. */
export interface MigrateOptions {
  connectionString: string;
  /** Whose partitions are made. */
  partitionedTables: readonly PartitionedTable[];
  clock: Clock;
  log: Logger;
}

/**
 * Migrates. Does nothing when all is up to date.
 * @throws when another process holds the lock for two minutes, or a migration fails (none of the pending ones stays)
 */
export async function migrate(options: MigrateOptions): Promise<void> {
  const { connectionString, log } = options;
  const client = new pg.Client({ connectionString, application_name: 'posthorn migrate' });
  client.on('error', (error) => log.warn({ err: error }, 'the migration lost its connection'));
  await client.connect();
  try {
    await takeLock(client);
    await migrateOurTables(connectionString, log);
    await runMigrations(client, DEFAULT_SCHEMA);
    await makePartitions(options);
  } finally {
    await client.end();
  }
}

async function takeLock(client: pg.Client): Promise<void> {
  await client.query(`SET lock_timeout = ${LOCK_WAIT_MS}`);
  await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK_KEY]);
  await client.query(`SET lock_timeout = ${DDL_LOCK_TIMEOUT_MS}`);
}

async function migrateOurTables(connectionString: string, log: Logger): Promise<void> {
  // What fails is thrown to the caller; the statements that knex prints beside it are for whoever debugs.
  const debug = (message: unknown) => log.debug({ knex: message }, 'migrating');
  const knex = knexFactory({
    client: 'pg',
    log: { debug, warn: debug, error: debug, deprecate: debug },
    connection: { connectionString, options: `-c lock_timeout=${DDL_LOCK_TIMEOUT_MS}` },
    pool: { min: 0, max: 2 },
    migrations: { migrationSource },
  });
  try {
    await knex.migrate.forceFreeMigrationsLock();
    const [, applied] = await knex.migrate.latest();
    if (applied.length > 0) log.info({ migrations: applied }, 'migrations applied');
  } finally {
    await knex.destroy();
  }
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
