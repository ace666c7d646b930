// Retention: expired months are dropped as a whole, other expired rows are deleted, and no other statement waits for
// it.

import { expect } from 'chai';
import type { PoolClient } from 'pg';
import { createPartitions, haveUpcomingPartitions } from '../../../../shared/platform/db/partitions.ts';
import { removeOld } from '../../../../shared/platform/retention/remove-old.ts';
import type { RetainedRows } from '../../../../shared/platform/retention/retention.ts';
import { DAY_MS } from '../../../../shared/platform/time/durations.ts';
import { PARTITIONED_TABLES } from '../../../../shared/resources/partitioned-tables.ts';
import { useDatabase } from '../../../support/database/database.ts';
import { createLog } from '../../../support/factories/log-factories.ts';
import { failureOf } from '../../../support/failure-of.ts';
import { eventually } from '../../../support/time/eventually.ts';

const ACCOUNT = '01900000-0000-7000-8000-000000000001';
const MONTHS = ['2031-08', '2031-09', '2031-10', '2031-11', '2031-12'];
const NOW = new Date('2031-12-20T00:00:00.000Z');

describe('Removing expired rows', () => {
  const database = useDatabase();
  const day = (date: string) => new Date(`${date}T00:00:00.000Z`);
  const addLog = (createdAt: Date) => createLog(database.pool, ACCOUNT, { createdAt });
  const remove = async (keptFrom: Date, fields: Partial<RetainedRows> = {}) => {
    const days = (NOW.getTime() - keptFrom.getTime()) / DAY_MS;
    const logs: RetainedRows = {
      what: 'logs',
      table: 'logs',
      column: 'id',
      idKind: 'bigint',
      days,
      ...fields,
    };
    const partitioned = PARTITIONED_TABLES.filter(({ name }) => name === 'logs');
    const { partitions, rows } = await removeOld({ database: database.pool, now: NOW, partitioned }, [logs]);
    return { partitions, rows: rows['logs'] ?? 0 };
  };
  const months = async () => {
    const { rows } = await database.pool.query<{ name: string }>(
      "SELECT relname AS name FROM pg_class WHERE relname ~ '^logs_2031_\\d\\d$' ORDER BY relname",
    );
    return rows.map(({ name }) => name.slice('logs_'.length).replace('_', '-'));
  };
  const logs = async () => {
    const { rows } = await database.pool.query<{ created_at: Date }>(
      'SELECT created_at FROM logs ORDER BY id',
    );
    return rows.map(({ created_at }) => created_at.toISOString());
  };

  beforeEach(async () => {
    for (const month of MONTHS)
      await createPartitions(database.pool, { tables: PARTITIONED_TABLES, now: day(`${month}-15`) });
    await database.pool.query('TRUNCATE logs');
    for (const month of MONTHS) await addLog(day(`${month}-15`));
  });

  it('drops each month that has expired completely, and deletes rows of the next one', async () => {
    await addLog(new Date('2031-10-31T23:59:59.999Z'));
    const removed = await remove(day('2031-11-20'));
    expect(removed.partitions.slice(-3)).to.deep.equal(['logs_2031_08', 'logs_2031_09', 'logs_2031_10']);
    expect(removed.rows).to.equal(1);
    expect(await logs()).to.deep.equal(['2031-12-15T00:00:00.000Z']);
    expect((await months()).slice(0, 2)).to.deep.equal(['2031-11', '2031-12']);
  });

  it('keeps a row that was created exactly at the limit', async () => {
    await addLog(new Date('2031-12-14T23:59:59.999Z'));
    await remove(day('2031-12-15'));
    expect(await logs()).to.deep.equal(['2031-12-15T00:00:00.000Z']);
  });

  it('keeps the month in which the retention ends', async () => {
    await remove(day('2031-09-01'));
    expect((await months())[0]).to.equal('2031-09');
    expect(await logs()).to.have.length(4);
  });

  it("keeps last month's partition, which must exist, for the shortest retention too", async () => {
    await remove(day('2031-12-19'));
    expect(await logs()).to.deep.equal([]);
    expect((await months())[0]).to.equal('2031-11');
    expect(await haveUpcomingPartitions(database.pool, { tables: PARTITIONED_TABLES, now: NOW })).to.equal(
      true,
    );
  });

  it('does nothing the second time', async () => {
    await remove(day('2031-11-20'));
    expect(await remove(day('2031-11-20'))).to.deep.equal({ partitions: [], rows: 0 });
  });

  it('deletes more rows than fit into one statement', async () => {
    await database.pool.query(
      `INSERT INTO logs (id, account_id, request_id, method, endpoint, response_status, duration_ms, created_at)
       SELECT $1::bigint * 1048576 + n, $2, 'r', 'GET', '/emails', 200, 1, now() FROM generate_series(1, 12000) AS n`,
      [day('2031-12-01').getTime(), ACCOUNT],
    );
    expect((await remove(day('2031-12-10'))).rows).to.equal(12_001);
    expect(await logs()).to.deep.equal(['2031-12-15T00:00:00.000Z']);
  });

  it('keeps rows that are in use, and removes the others of their month', async () => {
    const used = await addLog(day('2031-08-20'));
    const retainedWhile = () => [`logs.id = ${used.id}`];
    expect(await remove(day('2031-12-01'), { retainedWhile })).to.include({ rows: 4 });
    expect(await logs()).to.deep.equal(['2031-08-20T00:00:00.000Z', '2031-12-15T00:00:00.000Z']);
    expect((await remove(day('2031-12-01'))).partitions).to.have.length.above(0);
    expect(await logs()).to.deep.equal(['2031-12-15T00:00:00.000Z']);
  });

  it('attaches a month again of which a row is in use after all', async () => {
    await database.pool.query('ALTER TABLE logs DETACH PARTITION logs_2031_08 CONCURRENTLY');
    const before = await logs();
    expect(before).to.have.length(4);
    await remove(day('2031-08-01'), { retainedWhile: () => ['true'] });
    await remove(day('2031-09-01'), { retainedWhile: () => ['true'] });
    expect(await logs()).to.deep.equal(['2031-08-15T00:00:00.000Z', ...before]);
    await addLog(day('2031-08-16'));
  });

  it('removes what others do, when something fails, and says what failed', async () => {
    const failure = await failureOf(remove(day('2031-12-01'), { retainedWhile: () => ['nonsense'] }));
    expect(failure.message).to.include('Removing old logs failed').and.to.include('nonsense');
    expect(await logs()).to.have.length(5);
  });

  it('drops a month that an earlier run has detached but not dropped', async () => {
    await database.pool.query('ALTER TABLE logs DETACH PARTITION logs_2031_08 CONCURRENTLY');
    const { partitions } = await remove(day('2031-09-01'));
    expect(partitions).to.include('logs_2031_08');
    expect((await months())[0]).to.equal('2031-09');
  });

  describe('during traffic', () => {
    let traffic: PoolClient;
    beforeEach(async () => {
      traffic = await database.pool.connect();
      await traffic.query('BEGIN');
    });
    afterEach(async () => {
      await traffic.query('ROLLBACK');
      traffic.release();
    });

    /** Waits until a session waits for the end of the traffic. */
    const someoneWaits = () =>
      eventually('it waits for the traffic', async () => {
        const { rowCount } = await database.pool.query(
          "SELECT FROM pg_stat_activity WHERE datname = current_database() AND query LIKE '%DETACH%' AND wait_event_type = 'Lock'",
        );
        return rowCount === 1;
      });

    it('waits for transactions that use a month, without blocking other reads and writes', async () => {
      await traffic.query('SELECT FROM logs');
      const removing = remove(day('2031-09-01'));
      await someoneWaits();
      await addLog(day('2031-12-16'));
      expect(await logs()).to.include('2031-12-16T00:00:00.000Z');
      await traffic.query('COMMIT');
      expect((await removing).partitions).to.include('logs_2031_08');
    });

    it('completes a detach that an earlier run has begun', async () => {
      await traffic.query('SELECT FROM logs');
      const removing = remove(day('2031-09-01'));
      await someoneWaits();
      await database.pool.query(
        "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'ALTER TABLE%DETACH%'",
      );
      expect((await removing).partitions).not.to.include('logs_2031_08');
      await traffic.query('COMMIT');
      expect((await remove(day('2031-09-01'))).partitions).to.include('logs_2031_08');
      expect((await months())[0]).to.equal('2031-09');
    });
  });
});
