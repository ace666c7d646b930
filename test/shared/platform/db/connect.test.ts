// The connection pool survives lost connections: Postgres may end them at any time.
import { once } from 'node:events';
import { expect } from 'chai';
import { connectDatabase, type Database } from '../../../../shared/platform/db/connect.ts';
import { createLog } from '../../../../shared/platform/log/log.ts';
import { useDatabase } from '../../../support/database/database.ts';
import { failureOf } from '../../../support/failure-of.ts';
import { createTcpGate, type TcpGate } from '../../../support/net/tcp-gate.ts';

const PASSWORD = 'hunter2';

describe('the database pool', () => {
  const database = useDatabase();
  const written: string[] = [];
  const log = createLog({
    level: 'debug',
    process: 'test',
    destination: { write: (line) => void written.push(line) },
  });
  let gate: TcpGate;
  let pool: Database;

  beforeEach(async () => {
    written.length = 0;
    gate = await createTcpGate(database.url.replace('postgres@', `postgres:${PASSWORD}@`));
    gate.open();
    pool = connectDatabase({ connectionString: gate.url, poolSize: 2, applicationName: 'the name', log });
  });
  afterEach(async () => {
    await pool.end();
    await gate.close();
  });

  const setting = async (name: string) =>
    (await pool.query<{ value: string }>('SELECT current_setting($1) AS value', [name])).rows[0]?.value;

  for (const [name, value] of [
    ['application_name', 'the name'],
    ['statement_timeout', '30s'],
    ['jit', 'off'],
    ['TimeZone', 'UTC'],
  ] as const) {
    it(`connects with ${name} = ${value}`, async () => {
      expect(await setting(name)).to.equal(value);
    });
  }

  it('opens no more connections than its size', async () => {
    await Promise.all(Array.from({ length: 10 }, () => pool.query('SELECT pg_sleep(0.01)')));
    expect(gate.connections).to.equal(2);
  });

  it('survives idle connections that the server ends, and logs them', async () => {
    const { rows } = await pool.query('SELECT pg_backend_pid() AS pid');
    const lost = once(pool, 'error');
    await database.pool.query('SELECT pg_terminate_backend($1)', [rows[0].pid]);
    await lost;
    expect((await pool.query('SELECT 1 AS one')).rows).to.deep.equal([{ one: 1 }]);
    expect(written.join('')).to.contain('an idle database connection was lost').and.not.contain(PASSWORD);
  });

  it('survives a connection that ends while it is checked out', async () => {
    const client = await pool.connect();
    const { rows } = await client.query('SELECT pg_backend_pid() AS pid');
    // Not `once` of node:events: it adds a listener for 'error', and the test needs that there is no other one.
    const lost = new Promise((resolve) => client.once('end', resolve));
    await database.pool.query('SELECT pg_terminate_backend($1)', [rows[0].pid]);
    await lost;
    await failureOf(client.query('SELECT 1'));
    client.release(true);
    expect((await pool.query('SELECT 1 AS one')).rows).to.deep.equal([{ one: 1 }]);
  });

  it('survives a server that closes connections, during a statement and before it', async () => {
    const sleeping = failureOf(pool.query('SELECT pg_sleep(20)'));
    await failureOf(pool.query('SELECT nonsense'));
    gate.shut();
    await sleeping;
    await failureOf(pool.query('SELECT 1'));
    gate.open();
    expect((await pool.query('SELECT 1 AS one')).rows).to.deep.equal([{ one: 1 }]);
  });
});
