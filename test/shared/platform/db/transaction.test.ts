// Transactions: atomic, with effects after the commit, and no connection returns to the pool in an unknown state.
import { once } from 'node:events';
import { expect } from 'chai';
import { transaction } from '../../../../shared/platform/db/transaction.ts';
import { useDatabase } from '../../../support/database/database.ts';
import { failureOf } from '../../../support/failure-of.ts';
import { eventually } from '../../../support/time/eventually.ts';

const nextWarning = async () => (await once(process, 'warning'))[0] as Error;

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
  /** The pids of all connections of the pool. */
  const pooledPids = async () => {
    const count = database.pool.options.max ?? 1;
    const clients = await Promise.all(Array.from({ length: count }, () => database.pool.connect()));
    const pids = await Promise.all(clients.map(pidOf));
    for (const client of clients) client.release();
    return pids;
  };

  it('commits the writes of its work and returns its result', async () => {
    const result = await transaction(database.pool, async (client) => {
      await client.query("INSERT INTO notes VALUES ('kept')");
      return 42;
    });
    expect(result).to.equal(42);
    expect(await notes()).to.deep.equal(['kept']);
  });

  it('is not visible to others before its commit', async () => {
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

  it('releases its connection after a rollback', async () => {
    let pid: number | undefined;
    await failureOf(
      transaction(database.pool, async (client) => {
        pid = await pidOf(client);
        await client.query('SELECT 1/0');
      }),
    );
    expect(await pooledPids()).to.include(pid);
  });

  it('drops its connection when the server takes no writes, although the rollback works', async () => {
    let pid: number | undefined;
    const work = transaction(database.pool, async (client) => {
      pid = await pidOf(client);
      await client.query('SET TRANSACTION READ ONLY');
      await client.query("INSERT INTO notes VALUES ('lost')");
    });
    expect(await failureOf(work)).to.have.property('code', '25006');
    expect(await pooledPids()).to.not.include(pid);
  });

  it('drops it also when the work gives that as the cause of its own error', async () => {
    let pid: number | undefined;
    const work = transaction(database.pool, async (client) => {
      pid = await pidOf(client);
      await client.query('EXECUTE unknown').catch((cause: unknown) => {
        throw new Error('The notes could not be written.', { cause });
      });
    });
    expect(await failureOf(work)).to.have.nested.property('cause.code', '26000');
    expect(await pooledPids()).to.not.include(pid);
  });

  it('fails when its work ignores a failed statement: nothing was committed', async () => {
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

  it('whose connection dies before its commit is not reported as committed', async () => {
    const work = transaction(database.pool, async (client) => {
      await client.query("INSERT INTO notes VALUES ('lost')");
      await terminate(await pidOf(client));
    });
    await failureOf(work);
    expect(await notes()).to.deep.equal([]);
  });

  describe('with effects', () => {
    const ran: string[] = [];
    beforeEach(() => {
      ran.length = 0;
    });

    it('runs them after its commit, in their order, before its caller continues', async () => {
      let seen: Promise<string[]> | undefined;
      const result = await transaction(database.pool, async (client) => {
        client.afterCommit(() => ran.push('first'));
        client.afterCommit(() => {
          seen = notes();
        });
        await client.query("INSERT INTO notes VALUES ('kept')");
        client.afterCommit(() => ran.push('last'));
        expect(ran).to.deep.equal([]);
        return 42;
      });
      expect(result).to.equal(42);
      expect(ran).to.deep.equal(['first', 'last']);
      expect(await seen).to.deep.equal(['kept']);
    });

    it('runs none when its work throws', async () => {
      await failureOf(
        transaction(database.pool, async (client) => {
          client.afterCommit(() => ran.push('effect'));
          await client.query('SELECT 1');
          throw new Error('changed my mind');
        }),
      );
      expect(ran).to.deep.equal([]);
    });

    it('runs none when its work ignores a failed statement, and COMMIT rolls back', async () => {
      await failureOf(
        transaction(database.pool, async (client) => {
          client.afterCommit(() => ran.push('effect'));
          await client.query('SELECT 1/0').catch(() => {});
        }),
      );
      expect(ran).to.deep.equal([]);
    });

    it('runs none when COMMIT itself fails', async () => {
      await database.pool.query(
        'CREATE TABLE books (title text UNIQUE DEFERRABLE INITIALLY DEFERRED); INSERT INTO books VALUES (1)',
      );
      const work = transaction(database.pool, async (client) => {
        client.afterCommit(() => ran.push('effect'));
        await client.query('INSERT INTO books VALUES (1)');
      });
      expect((await failureOf(work)).code).to.equal('23505');
      expect(ran).to.deep.equal([]);
    });

    it('runs none when its connection dies before the answer to COMMIT', async () => {
      const work = transaction(database.pool, async (client) => {
        client.afterCommit(() => ran.push('effect'));
        await terminate(await pidOf(client));
      });
      await failureOf(work);
      expect(ran).to.deep.equal([]);
    });

    it('runs the others when one of them throws, returns the result of its work, and emits a warning', async () => {
      const error = new Error('a bug');
      const warned = nextWarning();
      const result = await transaction(database.pool, async (client) => {
        client.afterCommit(() => ran.push('first'));
        client.afterCommit(() => {
          throw error;
        });
        client.afterCommit(() => ran.push('last'));
        await client.query("INSERT INTO notes VALUES ('kept')");
        return 42;
      });
      expect(result).to.equal(42);
      expect(ran).to.deep.equal(['first', 'last']);
      expect(await notes()).to.deep.equal(['kept']);
      expect((await warned).cause).to.equal(error);
    });
  });

  it('leaves no connection checked out in any case', async () => {
    const total = () => database.pool.totalCount - database.pool.idleCount;
    await eventually('all connections are idle', () => total() === 0);
    await transaction(database.pool, (client) => client.query('SELECT 1'));
    await failureOf(transaction(database.pool, (client) => client.query('nonsense')));
    await failureOf(transaction(database.pool, async (client) => terminate(await pidOf(client))));
    expect(total()).to.equal(0);
  });
});
