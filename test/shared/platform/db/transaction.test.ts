// One transaction on one connection: all of it or nothing, and no connection goes back to the pool in doubt.
import { once } from 'node:events';
import { expect } from 'chai';
import { transaction } from '../../../../shared/platform/db/transaction.ts';
import { useDatabase } from '../../../support/database.ts';
import { eventually } from '../../../support/eventually.ts';
import { failureOf } from '../../../support/failure-of.ts';

describe('a transaction', () => {
  const database = useDatabase();
  before(() => database.pool.query('CREATE TABLE notes (text text NOT NULL)'));
  beforeEach(() => database.pool.query('TRUNCATE notes'));

  const notes = async () => {
    const { rows } = await database.pool.query<{ text: string }>('SELECT text FROM notes ORDER BY text');
    return rows.map(({ text }) => text);
  };
  const pidOf = async (client: { query(text: string): Promise<{ rows: { pid: number }[] }> }) => {
    const { rows } = await client.query('SELECT pg_backend_pid() AS pid');
    return rows[0]?.pid;
  };
  const terminate = async (pid: number | undefined) => {
    await database.pool.query('SELECT pg_terminate_backend($1)', [pid]);
  };
  /** The pids of all connections that the pool hands out now. */
  const pooledPids = async () => {
    const count = database.pool.options.max ?? 1;
    const clients = await Promise.all(Array.from({ length: count }, () => database.pool.connect()));
    const pids = await Promise.all(clients.map(pidOf));
    for (const client of clients) client.release();
    return pids;
  };

  it('commits what its work wrote and gives what its work returned', async () => {
    const result = await transaction(database.pool, async (client) => {
      await client.query("INSERT INTO notes VALUES ('kept')");
      return 42;
    });
    expect(result).to.equal(42);
    expect(await notes()).to.deep.equal(['kept']);
  });

  it('is seen by nobody before its commit', async () => {
    await transaction(database.pool, async (client) => {
      await client.query("INSERT INTO notes VALUES ('kept')");
      expect(await notes()).to.deep.equal([]);
    });
  });

  it('rolls back and throws the same error when its work throws', async () => {
    const error = new Error('changed my mind');
    const work = transaction(database.pool, async (client) => {
      await client.query("INSERT INTO notes VALUES ('lost')");
      throw error;
    });
    expect(await failureOf(work)).to.equal(error);
    expect(await notes()).to.deep.equal([]);
  });

  it('gives its connection back after a rollback', async () => {
    let pid: number | undefined;
    await failureOf(
      transaction(database.pool, async (client) => {
        pid = await pidOf(client);
        await client.query('SELECT 1/0');
      }),
    );
    expect(await pooledPids()).to.include(pid);
  });

  it('fails when its work hides a failed statement: nothing was committed', async () => {
    const work = transaction(database.pool, async (client) => {
      await client.query("INSERT INTO notes VALUES ('lost')");
      await client.query('SELECT 1/0').catch(() => {});
    });
    expect(await failureOf(work)).to.be.instanceOf(Error);
    expect(await notes()).to.deep.equal([]);
  });

  it('whose connection dies during a statement fails, and the connection is not used again', async () => {
    let pid: number | undefined;
    const work = transaction(database.pool, async (client) => {
      pid = await pidOf(client);
      await client.query("INSERT INTO notes VALUES ('lost')");
      const sleeping = client.query('SELECT pg_sleep(20)');
      await terminate(pid);
      await sleeping;
    });
    expect((await failureOf(work)).code).to.equal('57P01');
    expect(await pooledPids()).not.to.include(pid);
    expect(await notes()).to.deep.equal([]);
  });

  it('whose connection dies between two statements fails, and the connection is not used again', async () => {
    let pid: number | undefined;
    const lost = once(database.pool, 'acquire').then(([connection]) => once(connection, 'error'));
    const work = transaction(database.pool, async (client) => {
      pid = await pidOf(client);
      await client.query("INSERT INTO notes VALUES ('lost')");
      await terminate(pid);
      await lost;
      await client.query('SELECT 1');
    });
    await failureOf(work);
    expect(await pooledPids()).not.to.include(pid);
    expect(await notes()).to.deep.equal([]);
  });

  it('whose connection dies before its commit does not pass for committed', async () => {
    const work = transaction(database.pool, async (client) => {
      await client.query("INSERT INTO notes VALUES ('lost')");
      await terminate(await pidOf(client));
    });
    await failureOf(work);
    expect(await notes()).to.deep.equal([]);
  });

  it('leaves no connection checked out, however it ends', async () => {
    const total = () => database.pool.totalCount - database.pool.idleCount;
    await eventually('all connections are idle', () => total() === 0);
    await transaction(database.pool, (client) => client.query('SELECT 1'));
    await failureOf(transaction(database.pool, (client) => client.query('nonsense')));
    await failureOf(transaction(database.pool, async (client) => terminate(await pidOf(client))));
    expect(total()).to.equal(0);
  });
});
