// Migrations of a database in use: it has partitions, so an index is built concurrently on each of them, outside of a
// transaction. Such a migration may be killed at any point, and the next process runs it again.

import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import pg from 'pg';
import { surviveLostConnections } from '../../../../../shared/platform/db/connect.ts';
import { migrate } from '../../../../../shared/platform/db/migrations/migrate.ts';
import {
  listMigrations,
  MIGRATIONS_DIRECTORY,
} from '../../../../../shared/platform/db/migrations/migrations.ts';
import { createPartitions, type PartitionedTable } from '../../../../../shared/platform/db/partitions.ts';
import { createLog } from '../../../../../shared/platform/log/log.ts';
import { createSystemClock } from '../../../../../shared/platform/time/clock.ts';
import { PARTITIONED_TABLES } from '../../../../../shared/resources/partitioned-tables.ts';
import { createDatabase, createEmptyDatabase, dropDatabase } from '../../../../support/database/database.ts';
import { terminateWaiting } from '../../../../support/database/terminate-waiting.ts';
import { partitionedTablesOf } from '../../../../support/database/upgraded-database.ts';
import { failureOf } from '../../../../support/failure-of.ts';

const MADE_UP = new URL('made-up-migrations/', import.meta.url);
/** The last one before 0005, which builds an index of email_recipients. */
const BEFORE_INDEXES = '0004-sending';
/** The last one before 0024 and 0025, which give runs and recipients lanes. */
const BEFORE_LANES = '0023-automations';

describe('migrations of a database with partitions', () => {
  const log = createLog({ level: 'silent', process: 'test' });
  const clock = createSystemClock();
  let directory: string;
  let connectionString: string;
  let pool: pg.Pool;

  const open = (url: string) => {
    connectionString = url;
    pool = new pg.Pool({ connectionString, max: 4 });
    surviveLostConnections(pool, log);
  };
  beforeEach(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'posthorn-migrations-'));
    await writeFile(path.join(directory, 'package.json'), '{ "type": "module" }');
  });
  afterEach(async () => {
    await pool.end();
    await dropDatabase(connectionString);
    await rm(directory, { recursive: true });
  });

  const run = (partitionedTables: readonly PartitionedTable[] = PARTITIONED_TABLES) =>
    migrate({ connectionString, migrations: directory, partitionedTables, clock, log });
  const applied = async () =>
    (await pool.query<{ name: string }>('SELECT name FROM knex_migrations ORDER BY name')).rows.map(
      ({ name }) => name,
    );
  const exists = async (name: string) =>
    (await pool.query('SELECT to_regclass($1) IS NOT NULL AS exists', [name])).rows[0].exists as boolean;
  /** Whether an index is valid, how many partitions its table has, and how many valid parts are attached to it. */
  const indexOf = async (name: string) => {
    const { rows } = await pool.query(
      `SELECT whole.indisvalid AS "isValid",
              (SELECT count(*)::int FROM pg_inherits WHERE inhparent = whole.indrelid) AS partitions,
              (SELECT count(*)::int FROM pg_inherits JOIN pg_index AS part ON part.indexrelid = inhrelid
               WHERE inhparent = whole.indexrelid AND part.indisvalid) AS parts
       FROM pg_index AS whole WHERE whole.indexrelid = $1::regclass`,
      [name],
    );
    return rows[0] as { isValid: boolean; partitions: number; parts: number };
  };
  const expectWhole = async (name: string) => {
    const { isValid, partitions, parts } = await indexOf(name);
    expect(isValid, name).to.equal(true);
    expect(partitions).to.be.at.least(5);
    expect(parts).to.equal(partitions);
  };
  /** The second partition of emails; the build of its index waits for transactions that write to it. */
  const secondPartition = async () => {
    const { rows } = await pool.query(
      "SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'emails'::regclass ORDER BY 1",
    );
    return rows[1].name as string;
  };
  /** Runs until it waits for a lock of `blocking`, and is killed there. */
  const killAt = async (blocking: string) => {
    const blocker = await pool.connect();
    await blocker.query(`BEGIN; ${blocking}`);
    const failure = failureOf(run());
    await terminateWaiting(pool, blocker);
    await failure;
    await blocker.query('ROLLBACK');
    blocker.release();
  };

  describe('an index that this version builds (0005)', () => {
    beforeEach(async () => {
      open(await createEmptyDatabase());
      for (const name of await listMigrations()) {
        if (name <= BEFORE_INDEXES)
          await cp(path.join(MIGRATIONS_DIRECTORY, `${name}.ts`), path.join(directory, `${name}.ts`));
      }
      await run(partitionedTablesOf(BEFORE_INDEXES));
      await cp(MIGRATIONS_DIRECTORY, directory, { recursive: true });
    });

    it('is on every partition', async () => {
      await run();
      expect(await applied()).to.deep.equal(await listMigrations());
      await expectWhole('email_recipients_state');
    });

    it('is on every partition, even if one part was built but not attached before', async () => {
      await pool.query(`
        CREATE INDEX email_recipients_state ON ONLY email_recipients (account_id, state, email_id);
        DO $$ DECLARE part regclass; BEGIN
          FOR part IN SELECT inhrelid FROM pg_inherits WHERE inhparent = 'email_recipients'::regclass LOOP
            EXECUTE format('CREATE INDEX %s_email_recipients_state ON %1$s (account_id, state, email_id)', part);
          END LOOP;
        END $$`);
      await run();
      await expectWhole('email_recipients_state');
    });
  });

  describe('the indexes of the lanes (0025)', () => {
    const LANE_INDEXES = ['lane_due', 'lane_woken', 'lane_claimed'];
    const REPLACED = ['due', 'woken', 'claimed'];
    beforeEach(async () => {
      open(await createEmptyDatabase());
      for (const name of await listMigrations()) {
        if (name <= BEFORE_LANES)
          await cp(path.join(MIGRATIONS_DIRECTORY, `${name}.ts`), path.join(directory, `${name}.ts`));
      }
      await run(partitionedTablesOf(BEFORE_LANES));
      // In every month, due, woken and claimed, of mail that the version before has accepted.
      await pool.query(`
        INSERT INTO email_recipients (id, email_id, account_id, kind, position, address, state, lane, next_attempt_at,
                                      woken_at, claimed_by, claim_token, updated_at)
        SELECT uuid_v7(date_trunc('month', now()) + (n % 5 - 1) * interval '1 month' + interval '1 day'),
               gen_random_uuid(), gen_random_uuid(), 'to', 0, 'a@acme.dev', 'queued', 'transactional', now(),
               CASE WHEN n % 3 > 0 THEN now() END, worker, worker, now()
        FROM generate_series(1, 3000) AS n, LATERAL (SELECT CASE WHEN n % 3 = 2 THEN gen_random_uuid() END) AS w (worker)`);
      await cp(MIGRATIONS_DIRECTORY, directory, { recursive: true });
    });

    const expectReplaced = async () => {
      for (const name of LANE_INDEXES) {
        await expectWhole(`email_recipients_${name}`);
        expect(await indexOf(`automation_runs_${name}`)).to.include({ isValid: true });
      }
      for (const name of REPLACED) {
        expect(await exists(`email_recipients_${name}`), name).to.equal(false);
        expect(await exists(`automation_runs_${name}`), name).to.equal(false);
      }
    };

    it('replace those without a lane', async () => {
      await run();
      await expectReplaced();
      expect(await applied()).to.deep.equal(await listMigrations());
    });

    it('leave to time the runs that sleep already, thousands at a time', async () => {
      await pool.query(`
        INSERT INTO automation_runs (id, account_id, automation_id, version_id, epoch, domain_id, contact_id, source_id,
                                     is_exclusive, status, chain, listens, step_key, clock, created_at,
                                     next_attempt_at, woken_at)
        SELECT gen_random_uuid(), account, account, account, 0, account, account, gen_random_uuid(), false,
               CASE WHEN n % 10 = 0 THEN 'completed' ELSE 'running' END, '{}', '{}', 'wait', now(), now(),
               CASE WHEN n % 10 > 0 THEN now() END, CASE WHEN n % 10 = 1 THEN now() END
        FROM generate_series(1, 8000) AS n, gen_random_uuid() AS account`);
      await run();
      const { rows } = await pool.query(
        `SELECT lane, status, woken_at IS NOT NULL AS woken, count(*)::integer FROM automation_runs
         GROUP BY 1, 2, 3 ORDER BY count`,
      );
      expect(rows).to.deep.equal([
        { lane: 'event', status: 'completed', woken: false, count: 800 },
        { lane: 'event', status: 'running', woken: true, count: 800 },
        { lane: 'timer', status: 'running', woken: false, count: 6_400 },
      ]);
    });

    it('are built in full by the run after one that was killed half-way', async () => {
      const { rows } = await pool.query(
        `SELECT inhrelid::regclass::text AS name FROM pg_inherits
         WHERE inhparent = 'email_recipients'::regclass ORDER BY 1`,
      );
      await killAt(`LOCK TABLE ${rows[1].name} IN ROW EXCLUSIVE MODE`);
      expect(await indexOf('email_recipients_lane_due')).to.include({ isValid: false, parts: 1 });
      expect(await applied()).not.to.include('0025-lanes');
      await run();
      await expectReplaced();
    });
  });

  it('keeps the index of the suppression list that an interrupted run has built, and builds the broken one again (0015)', async () => {
    open(await createDatabase());
    await cp(MIGRATIONS_DIRECTORY, directory, { recursive: true });
    const oidOf = async (name: string) =>
      (await pool.query('SELECT $1::regclass::oid AS oid', [name])).rows[0].oid;
    const built = await oidOf('suppressions_page');
    await pool.query(`DELETE FROM knex_migrations WHERE name = '0015-suppressions'`);
    await pool.query(
      `UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'suppressions_reason'::regclass`,
    );
    await run();
    expect(await oidOf('suppressions_page')).to.equal(built);
    expect(await indexOf('suppressions_reason')).to.include({ isValid: true });
    expect(await applied()).to.deep.equal(await listMigrations());
  });

  describe('a migration outside of a transaction', () => {
    beforeEach(async () => {
      open(await createDatabase());
      await cp(MIGRATIONS_DIRECTORY, directory, { recursive: true });
      await cp(MADE_UP, directory, { recursive: true });
    });

    it('builds an index concurrently on every partition', async () => {
      await run();
      await expectWhole('emails_made_up');
    });

    it('runs again after it was killed half-way', async () => {
      const second = await secondPartition();
      await killAt(`LOCK TABLE ${second} IN ROW EXCLUSIVE MODE`);
      expect(await applied())
        .to.include('9998-table')
        .and.not.include('9999-index');
      expect(await indexOf('emails_made_up')).to.include({ isValid: false, parts: 1 });
      const { rows } = await pool.query('SELECT indisvalid FROM pg_index WHERE indexrelid = $1::regclass', [
        `${second}_made_up`,
      ]);
      expect(rows).to.deep.equal([{ indisvalid: false }]);
      await run();
      await expectWhole('emails_made_up');
    });

    it('skips partitions that were created in the meantime, which have the index', async () => {
      await killAt(`LOCK TABLE ${await secondPartition()} IN ROW EXCLUSIVE MODE`);
      const made = await createPartitions(pool, { tables: PARTITIONED_TABLES, now: new Date('2041-01-15') });
      expect(made).to.include('emails_2041_01');
      await run();
      await expectWhole('emails_made_up');
    });

    it('does not wait for another process that waits for the lock', async () => {
      await Promise.all([run(), run(), run()]);
      await expectWhole('emails_made_up');
    });

    it('leaves the changes and the entry of another migration in one transaction', async () => {
      await killAt('LOCK TABLE knex_migrations IN SHARE MODE');
      expect(await applied()).not.to.include('9998-table');
      expect(await exists('made_up')).to.equal(false);
      await run();
      expect(await applied()).to.include('9998-table');
    });
  });
});
