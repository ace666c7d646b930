// Statements that leave together: in their order, and when one fails, its failure is told and not those it causes.
import { expect } from 'chai';
import { allAnswers, inOneFlight, readTogether } from '../../../shared/db/flight.ts';
import { transaction } from '../../../shared/db/transaction.ts';
import { useDatabase } from '../../support/database.ts';
import { failureOf } from '../../support/failure-of.ts';

describe('Statements in one flight', () => {
  const database = useDatabase();
  before(() => database.pool.query('CREATE TABLE notes (text text NOT NULL)'));
  beforeEach(() => database.pool.query('TRUNCATE notes'));
  const notes = async () => (await database.pool.query('SELECT text FROM notes ORDER BY text')).rows;
  const write = (text: string | null) => ({ text: 'INSERT INTO notes VALUES ($1)', values: [text] });

  it('see what those before them have done', async () => {
    const seen = await transaction(database.pool, (client) =>
      inOneFlight(client, async () => {
        const [, { rows }] = await allAnswers([
          client.query(write('first')),
          client.query('SELECT text FROM notes'),
          client.query(write('second')),
        ]);
        return rows;
      }),
    );
    expect(seen).to.deep.equal([{ text: 'first' }]);
    expect(await notes()).to.deep.equal([{ text: 'first' }, { text: 'second' }]);
  });

  it('fail with the failure of the one that failed, however deep it was asked for, and leave nothing', async () => {
    const notNull = '23502';
    const error = await failureOf(
      transaction(database.pool, (client) =>
        allAnswers([
          client.query(write('first')),
          allAnswers([allAnswers([client.query(write(null))])]),
          client.query(write('last')),
        ]),
      ),
    );
    expect(error).to.include({ code: notNull });
    expect(await notes()).to.deep.equal([]);
  });

  it('of a connection that dies all fail, and the next transaction has another one', async () => {
    const failed = await failureOf(
      transaction(database.pool, (client) =>
        allAnswers([
          client.query('SELECT pg_terminate_backend(pg_backend_pid())'),
          client.query(write('lost')),
        ]),
      ),
    );
    expect(failed).to.be.instanceOf(Error);
    await transaction(database.pool, (client) => client.query(write('kept')));
    expect(await notes()).to.deep.equal([{ text: 'kept' }]);
  });

  it('that only read share a connection, which is used again unless one of them fails', async () => {
    const pids = await readTogether(database.pool, (connection) =>
      allAnswers([1, 2].map(() => connection.query('SELECT pg_backend_pid() AS pid'))),
    );
    expect(new Set(pids.map(({ rows }) => rows[0].pid)).size).to.equal(1);
    const error = await failureOf(
      readTogether(database.pool, (connection) =>
        allAnswers([connection.query('SELECT 1'), connection.query('SELECT 1/0')]),
      ),
    );
    expect(error).to.include({ code: '22012' });
    expect(database.pool.idleCount).to.equal(database.pool.totalCount);
  });
});
