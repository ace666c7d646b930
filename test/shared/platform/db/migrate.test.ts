// A database is brought up to this version by whoever starts: again, at once with others, and after any of them
// was killed in the middle.

import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import pg from 'pg';
import { outliveLostConnections } from '../../../../shared/platform/db/connect.ts';
import { isMigrated } from '../../../../shared/platform/db/is-migrated.ts';
import { migrate } from '../../../../shared/platform/db/migrate.ts';
import { listMigrations } from '../../../../shared/platform/db/migrations.ts';
import { arePartitionsAhead } from '../../../../shared/platform/db/partitions.ts';
import { createLog } from '../../../../shared/platform/log/log.ts';
import { createSystemClock } from '../../../../shared/platform/time/clock.ts';
import { PARTITIONED_TABLES } from '../../../../shared/resources/partitioned-tables.ts';
import { dropDatabase, serverUrl } from '../../../support/database.ts';
import { eventually } from '../../../support/eventually.ts';
import { failureOf } from '../../../support/failure-of.ts';

describe('migrate', () => {
  let connectionString: string;
  let pool: pg.Pool;
  const lines: { msg: string; migrations?: string[] }[] = [];
  const log = createLog({
    level: 'info',
    process: 'test',
    destination: { write: (line) => void lines.push(JSON.parse(line)) },
  });

  beforeEach(async () => {
    lines.length = 0;
    const name = `posthorn_test_${randomBytes(6).toString('hex')}`;
    const server = new pg.Client({ connectionString: serverUrl() });
    await server.connect();
    await server.query(`CREATE DATABASE ${name}`);
    await server.end();
    const url = new URL(serverUrl());
    url.pathname = `/${name}`;
    connectionString = url.href;
    pool = new pg.Pool({ connectionString, max: 4 });
    // The database is dropped with whoever is still closing.
    outliveLostConnections(pool, log);
  });
  afterEach(async () => {
    await pool.end();
    await dropDatabase(connectionString);
  });

  const run = () =>
    migrate({ connectionString, partitionedTables: PARTITIONED_TABLES, clock: createSystemClock(), log });
  const applied = async () =>
    (await pool.query<{ name: string }>('SELECT name FROM knex_migrations ORDER BY id')).rows.map(
      ({ name }) => name,
    );
  const exists = async (table: string) =>
    (await pool.query('SELECT to_regclass($1) IS NOT NULL AS exists', [table])).rows[0].exists as boolean;
  const expectMigrated = async () => {
    expect(await applied()).to.deep.equal(await listMigrations());
    expect(await isMigrated(pool)).to.equal(true);
    expect(await arePartitionsAhead(pool, { tables: PARTITIONED_TABLES, now: new Date() })).to.equal(true);
    expect(await exists('bullmq.job'), "BullMQ's tables").to.equal(true);
  };
  /** Ends the session that waits for another's lock in this database, as a kill of its process would. */
  const terminateWaiting = () =>
    eventually('a session waits and is ended', async () => {
      const { rowCount } = await pool.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return (rowCount ?? 0) > 0;
    });

  it('brings an empty database up to this version', async () => {
    await run();
    await expectMigrated();
  });

  it('does nothing the second time', async () => {
    await run();
    lines.length = 0;
    await run();
    expect(lines).to.deep.equal([]);
    await expectMigrated();
  });

  it('applies each migration once when three processes start at once', async () => {
    await Promise.all([run(), run(), run()]);
    await expectMigrated();
    expect(lines.filter(({ migrations }) => migrations)).to.have.length(1);
  });

  it('goes on although a killed process left the lock of knex taken', async () => {
    await pool.query('CREATE TABLE knex_migrations_lock (index serial PRIMARY KEY, is_locked integer)');
    await pool.query('INSERT INTO knex_migrations_lock (is_locked) VALUES (1)');
    await run();
    await expectMigrated();
  });

  it('leaves nothing when one of the migrations fails, and goes on from there', async () => {
    // 0002 makes this table too, after three others.
    await pool.query('CREATE TABLE logs ()');
    expect((await failureOf(run())).code).to.equal('42P07');
    expect(await applied()).to.deep.equal([]);
    expect(await exists('emails')).to.equal(false);
    expect(await exists('accounts')).to.equal(false);
    expect(await isMigrated(pool)).to.equal(false);
    await pool.query('DROP TABLE logs');
    await run();
    await expectMigrated();
  });

  it('leaves nothing when it is killed in the middle, and goes on from there', async () => {
    const blocker = await pool.connect();
    await blocker.query('BEGIN; CREATE TABLE logs ()');
    const failure = failureOf(run());
    await terminateWaiting();
    await failure;
    await blocker.query('ROLLBACK');
    blocker.release();
    expect(await applied()).to.deep.equal([]);
    expect(await exists('emails')).to.equal(false);
    expect(await exists('accounts')).to.equal(false);
    await run();
    await expectMigrated();
  });

  it('gives way after five seconds to whoever holds a table that it needs', async () => {
    const blocker = await pool.connect();
    await blocker.query('BEGIN; CREATE TABLE logs ()');
    expect((await failureOf(run())).code).to.equal('55P03');
    await blocker.query('ROLLBACK');
    blocker.release();
  });

  it('keeps another process out while it migrates, also when that one has waited long', async () => {
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
    await eventually('the second waits for the first', async () => {
      const { rows } = await pool.query("SELECT FROM pg_locks WHERE NOT granted AND locktype = 'advisory'");
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
      migrate({
        connectionString: away,
        partitionedTables: PARTITIONED_TABLES,
        clock: createSystemClock(),
        log,
      }),
    );
    expect(failure.code).to.equal('ECONNREFUSED');
  });
});
