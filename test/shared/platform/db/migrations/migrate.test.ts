// Migrations at the start of a process: repeated, concurrently in several processes, and after a process was killed.
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import pg from 'pg';
import { surviveLostConnections } from '../../../../../shared/platform/db/connect.ts';
import { isMigrated } from '../../../../../shared/platform/db/migrations/is-migrated.ts';
import { MIGRATION_LOCK_KEY, migrate } from '../../../../../shared/platform/db/migrations/migrate.ts';
import {
  listMigrations,
  MIGRATIONS_DIRECTORY,
} from '../../../../../shared/platform/db/migrations/migrations.ts';
import { haveUpcomingPartitions } from '../../../../../shared/platform/db/partitions.ts';
import { createLog } from '../../../../../shared/platform/log/log.ts';
import { createSystemClock } from '../../../../../shared/platform/time/clock.ts';
import { PARTITIONED_TABLES } from '../../../../../shared/resources/partitioned-tables.ts';
import { createEmptyDatabase, dropDatabase } from '../../../../support/database/database.ts';
import { terminateWaiting } from '../../../../support/database/terminate-waiting.ts';
import { extent, IS_LONG } from '../../../../support/extent.ts';
import { failureOf } from '../../../../support/failure-of.ts';
import { createTcpGate } from '../../../../support/net/tcp-gate.ts';
import { eventually } from '../../../../support/time/eventually.ts';

/** The first migrations, which all tests apply but one that applies all; whether there are more changes no rule. */
const FIRST = extent('MIGRATIONS', 2, 1_000);
/** The first migrations do not make all of the tables. */
const MADE = IS_LONG ? PARTITIONED_TABLES : [];

describe('migrate', () => {
  let directory: string;
  let connectionString: string;
  let pool: pg.Pool;
  const lines: { msg: string; migration?: string }[] = [];
  const log = createLog({
    level: 'info',
    process: 'test',
    destination: { write: (line) => void lines.push(JSON.parse(line)) },
  });

  before(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'posthorn-migrations-'));
    for (const name of (await listMigrations()).slice(0, FIRST))
      await symlink(path.join(MIGRATIONS_DIRECTORY, `${name}.ts`), path.join(directory, `${name}.ts`));
  });
  after(() => rm(directory, { recursive: true }));
  beforeEach(async () => {
    lines.length = 0;
    connectionString = await createEmptyDatabase();
    pool = new pg.Pool({ connectionString, max: 4 });
    // The database is dropped while a session may still be closing.
    surviveLostConnections(pool, log);
  });
  afterEach(async () => {
    await pool.end();
    await dropDatabase(connectionString);
  });

  const clock = createSystemClock();
  const run = () => migrate({ connectionString, migrations: directory, partitionedTables: MADE, clock, log });
  const applied = async () =>
    (await pool.query<{ name: string }>('SELECT name FROM knex_migrations ORDER BY id')).rows.map(
      ({ name }) => name,
    );
  const exists = async (table: string) =>
    (await pool.query('SELECT to_regclass($1) IS NOT NULL AS exists', [table])).rows[0].exists as boolean;
  const expectMigrated = async () => {
    expect(await applied()).to.deep.equal(await listMigrations(directory));
    expect(await isMigrated(pool)).to.equal(IS_LONG);
    expect(await haveUpcomingPartitions(pool, { tables: MADE, now: new Date() })).to.equal(true);
    expect(await exists('bullmq.job'), "BullMQ's tables").to.equal(true);
  };

  it('migrates an empty database to this version, and does nothing the second time', async () => {
    const tables = PARTITIONED_TABLES;
    for (const expected of [await listMigrations(), []]) {
      lines.length = 0;
      await migrate({ connectionString, partitionedTables: tables, clock, log });
      expect(lines.flatMap(({ migration }) => migration ?? [])).to.deep.equal(expected);
      expect(lines.length > 0).to.equal(expected.length > 0);
      expect(await applied()).to.deep.equal(await listMigrations());
      expect(await isMigrated(pool)).to.equal(true);
      expect(await haveUpcomingPartitions(pool, { tables, now: new Date() })).to.equal(true);
      expect(await exists('bullmq.job'), "BullMQ's tables").to.equal(true);
    }
  });

  it('leaves a database alone that a newer release has migrated, so that its operator can go back', async () => {
    await run();
    await pool.query(
      `INSERT INTO knex_migrations (name, batch, migration_time) VALUES ('9999-later', 9, now())`,
    );
    lines.length = 0;
    await run();
    expect(lines.flatMap(({ migration }) => migration ?? [])).to.deep.equal([]);
    expect(await applied()).to.deep.equal([...(await listMigrations(directory)), '9999-later']);
  });

  it('applies each migration once when three processes start at once', async () => {
    await Promise.all([run(), run(), run()]);
    await expectMigrated();
    expect(lines.flatMap(({ migration }) => migration ?? [])).to.deep.equal(await listMigrations(directory));
  });

  it('says that it waits for another process, and goes on when that one has ended', async () => {
    const holder = await pool.connect();
    await holder.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK_KEY]);
    const running = run();
    const waiting = () => lines.filter(({ msg }) => msg.includes('waiting for it')).length;
    await eventually('it says so', () => Promise.resolve(expect(waiting()).to.equal(1)));
    holder.release(true);
    await running;
    await expectMigrated();
    expect(waiting()).to.equal(1);
  });

  it('connects to an IPv6 address', async () => {
    const gate = await createTcpGate(connectionString, '[::1]');
    try {
      gate.open();
      connectionString = gate.url;
      await run();
      await expectMigrated();
    } finally {
      await gate.close();
    }
  });

  it('continues after a killed process has left the lock of knex taken', async () => {
    await pool.query('CREATE TABLE knex_migrations_lock (index serial PRIMARY KEY, is_locked integer)');
    await pool.query('INSERT INTO knex_migrations_lock (is_locked) VALUES (1)');
    await run();
    await expectMigrated();
  });

  /** 0001 has created its tables; of 0002 nothing exists. */
  const expectOnlyTheFirst = async () => {
    expect(await applied()).to.deep.equal(['0001-accounts']);
    expect(await exists('accounts')).to.equal(true);
    expect(await exists('emails')).to.equal(false);
  };

  it('leaves nothing of a migration that fails, and continues with it', async () => {
    // 0002 creates this table too, after three others.
    await pool.query('CREATE TABLE logs ()');
    expect((await failureOf(run())).code).to.equal('42P07');
    await expectOnlyTheFirst();
    expect(await isMigrated(pool)).to.equal(false);
    await pool.query('DROP TABLE logs');
    await run();
    await expectMigrated();
  });

  it('leaves nothing of a migration in which it is killed, and continues with it', async () => {
    const blocker = await pool.connect();
    await blocker.query('BEGIN; CREATE TABLE logs ()');
    const failure = failureOf(run());
    await terminateWaiting(pool, blocker);
    await failure;
    await blocker.query('ROLLBACK');
    blocker.release();
    await expectOnlyTheFirst();
    await run();
    await expectMigrated();
  });

  it('fails after five seconds when another session has locked a table that it needs', async () => {
    const blocker = await pool.connect();
    await blocker.query('BEGIN; CREATE TABLE logs ()');
    expect((await failureOf(run())).code).to.equal('55P03');
    await blocker.query('ROLLBACK');
    blocker.release();
  });

  it('excludes another process while it migrates, even one that has waited for a long time', async () => {
    const blocker = await pool.connect();
    await blocker.query('BEGIN; CREATE TABLE logs ()');
    const first = run();
    await eventually('the first waits for the table', async () => {
      const { rows } = await pool.query(
        "SELECT FROM pg_locks WHERE NOT granted AND locktype IN ('transactionid', 'speculative token')",
      );
      return rows.length > 0;
    });
    const second = run();
    await eventually('the second has asked for the lock', async () => {
      const { rows } = await pool.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database()
           AND application_name = 'posthorn migrate' AND query LIKE 'SELECT pg\\_try\\_advisory\\_lock%'`,
      );
      return rows.length > 0;
    });
    await blocker.query('ROLLBACK');
    blocker.release();
    await Promise.all([first, second]);
    await expectMigrated();
  });

  it('fails when the server is away', async () => {
    const away = 'postgres://postgres@127.0.0.1:1/x';
    const failure = await failureOf(
      migrate({ connectionString: away, partitionedTables: PARTITIONED_TABLES, clock, log }),
    );
    expect(failure.code).to.equal('ECONNREFUSED');
  });
});
