// A write is retried with back-off however long Postgres is down; an error of the statement itself is not retried.
import { syncBuiltinESMExports } from 'node:module';
import { mock } from 'node:test';
import { expect } from 'chai';
import { transaction } from '../../../../shared/platform/db/transaction.ts';
import { createLog } from '../../../../shared/platform/log/log.ts';
import { untilWritten } from '../../../../workers/runtime/outcomes/until-written.ts';
import { useDatabase } from '../../../support/database/database.ts';
import { failureOf } from '../../../support/failure-of.ts';
import { createSignal } from '../../../support/time/signal.ts';

const log = createLog({ level: 'silent', process: 'test' });
const withCode = (code: string) => Object.assign(new Error(code), { code });

describe('a result', () => {
  const database = useDatabase();

  it('is returned as soon as the write succeeds', async () => {
    expect(await untilWritten(() => Promise.resolve(42), log)).to.equal(42);
  });

  it('is written again when the connection was lost during the write', async () => {
    let tries = 0;
    const result = await untilWritten(
      () =>
        transaction(database.pool, async (client) => {
          tries += 1;
          if (tries > 1) return 'written';
          const { rows } = await client.query('SELECT pg_backend_pid() AS pid');
          const sleeping = client.query('SELECT pg_sleep(20)');
          await database.pool.query('SELECT pg_terminate_backend($1)', [rows[0].pid]);
          await sleeping;
          return 'not reached';
        }),
      log,
    );
    expect(result).to.equal('written');
    expect(tries).to.equal(2);
  });

  it('is written again after a deadlock', async () => {
    await database.pool.query('CREATE TABLE counters (id integer PRIMARY KEY, n integer)');
    await database.pool.query('INSERT INTO counters VALUES (1, 0), (2, 0)');
    let tries = 0;
    let arrived = 0;
    const { given: bothHoldOne, give: meet } = createSignal();
    const count = (first: number, second: number) =>
      untilWritten(
        () =>
          transaction(database.pool, async (client) => {
            tries += 1;
            await client.query('UPDATE counters SET n = n + 1 WHERE id = $1', [first]);
            arrived += 1;
            if (arrived === 2) meet();
            await bothHoldOne;
            await client.query('UPDATE counters SET n = n + 1 WHERE id = $1', [second]);
          }),
        log,
      );
    await Promise.all([count(1, 2), count(2, 1)]);
    const { rows } = await database.pool.query('SELECT n FROM counters');
    expect(rows).to.deep.equal([{ n: 2 }, { n: 2 }]);
    expect(tries).to.equal(3);
  });

  for (const code of ['40001', '40P01', '55P03', '57P01', '08006', 'ECONNREFUSED']) {
    it(`is written again after ${code}`, async () => {
      let tries = 0;
      await untilWritten(() => {
        tries += 1;
        return tries === 1 ? Promise.reject(withCode(code)) : Promise.resolve();
      }, log);
      expect(tries).to.equal(2);
    });
  }

  for (const statement of ['SELECT nonsense', 'SELECT 1/0']) {
    it(`is not retried when the statement is wrong: ${statement}`, async () => {
      let tries = 0;
      const write = () => {
        tries += 1;
        return database.pool.query(statement);
      };
      expect((await failureOf(untilWritten(write, log))).code).to.match(/^42703$|^22012$/);
      expect(tries).to.equal(1);
    });
  }

  it('is not retried for an error that is not from the database', async () => {
    const error = new TypeError('a bug');
    expect(await failureOf(untilWritten(() => Promise.reject(error), log))).to.equal(error);
  });
});

describe('the pauses between two retries', () => {
  it('begin short, double each time, and are never longer than two seconds', async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    // Without it a module that was imported by name continues with the real one.
    syncBuiltinESMExports();
    const pauses: number[] = [];
    let tries = 0;
    try {
      const writing = untilWritten(() => {
        tries += 1;
        return tries > 8 ? Promise.resolve() : Promise.reject(withCode('ECONNREFUSED'));
      }, log);
      for (let pause = 1; pause <= 8; pause += 1) {
        await new Promise((resolve) => setImmediate(resolve));
        let waitedMs = 0;
        while (tries === pause && waitedMs < 10_000) {
          mock.timers.tick(10);
          waitedMs += 10;
          await new Promise((resolve) => setImmediate(resolve));
        }
        pauses.push(waitedMs);
      }
      await writing;
    } finally {
      mock.timers.reset();
      syncBuiltinESMExports();
    }
    expect(pauses).to.deep.equal([50, 100, 200, 400, 800, 1_600, 2_000, 2_000]);
  });
});
