// Which errors mean that the database is not available. They come from a real Postgres where possible.
import { expect } from 'chai';
import pg from 'pg';
import { isDatabaseUnavailable } from '../../../../shared/platform/failures/unavailable.ts';
import { useDatabase } from '../../../support/database/database.ts';

const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => expect.fail('It did not fail.'),
    (error: unknown) => error,
  );

describe('an unavailable database', () => {
  const database = useDatabase();

  it('is recognized by a refused connection', async () => {
    const client = new pg.Client({ connectionString: 'postgres://postgres@127.0.0.1:1/x' });
    expect(isDatabaseUnavailable(await failureOf(client.connect()))).to.equal(true);
  });

  it('is recognized by a connection that ends during a statement', async () => {
    const victim = await database.pool.connect();
    victim.on('error', () => {});
    const { rows } = await victim.query('SELECT pg_backend_pid() AS pid');
    const failure = failureOf(victim.query('SELECT pg_sleep(20)'));
    await database.pool.query('SELECT pg_terminate_backend($1)', [rows[0].pid]);
    expect(isDatabaseUnavailable(await failure)).to.equal(true);
    expect(isDatabaseUnavailable(await failureOf(victim.query('SELECT 1'))), 'the next statement').to.equal(
      true,
    );
    victim.release(true);
  });

  it('is recognized by a pool without a free connection in time', async () => {
    const pool = new pg.Pool({ connectionString: database.url, max: 1 });
    const only = await pool.connect();
    pool.options.connectionTimeoutMillis = 50;
    expect(isDatabaseUnavailable(await failureOf(pool.query('SELECT 1')))).to.equal(true);
    only.release();
    await pool.end();
  });

  it('is recognized by a server that accepts no more connections', () => {
    expect(isDatabaseUnavailable(Object.assign(new Error('too many clients'), { code: '53300' }))).to.equal(
      true,
    );
  });

  for (const code of ['EHOSTUNREACH', 'ENETUNREACH', 'EAI_AGAIN', 'ECONNABORTED'])
    it(`is recognized by ${code} of the network`, () => {
      expect(isDatabaseUnavailable(Object.assign(new Error('gone'), { code }))).to.equal(true);
    });

  for (const statement of ['SELECT nonsense', 'SELECT 1/0', "SELECT 'x'::uuid"]) {
    it(`is not the cause of an error in a statement: ${statement}`, async () => {
      expect(isDatabaseUnavailable(await failureOf(database.pool.query(statement)))).to.equal(false);
    });
  }

  for (const value of [undefined, null, 'Connection terminated', new Error('other'), { code: '57P01' }]) {
    it(`is not the cause of ${value instanceof Error ? value : JSON.stringify(value)}`, () => {
      expect(isDatabaseUnavailable(value)).to.equal(false);
    });
  }
});
