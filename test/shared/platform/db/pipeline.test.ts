// Pipelining of statements: they run in their order, and when one fails, all get its error and not an error it causes.
import type { EventEmitter } from 'node:events';
import { expect } from 'chai';
import type pg from 'pg';
import { batchStatements } from '../../../../shared/platform/db/pipeline.ts';
import { transaction } from '../../../../shared/platform/db/transaction.ts';
import { useDatabase } from '../../../support/database/database.ts';
import { failureOf } from '../../../support/failure-of.ts';

/** pg's own events, one per message of the server. */
function wireOf(client: pg.PoolClient): EventEmitter {
  return (client as unknown as { connection: EventEmitter }).connection;
}

function on(emitter: EventEmitter, event: string) {
  let count = 0;
  emitter.on(event, () => {
    count += 1;
  });
  return { count: () => count };
}

describe('Statements in one batch', () => {
  const database = useDatabase();
  before(() => database.pool.query('CREATE TABLE notes (text text NOT NULL)'));
  beforeEach(() => database.pool.query('TRUNCATE notes'));
  const notes = async () => (await database.pool.query('SELECT text FROM notes ORDER BY text')).rows;
  const write = (text: string | null) => ({ text: 'INSERT INTO notes VALUES ($1)', values: [text] });

  it('see the effects of those before them', async () => {
    const seen = await transaction(database.pool, async (client) => {
      const [, { rows }] = await Promise.all([
        client.query(write('first')),
        client.query('SELECT text FROM notes'),
        client.query(write('second')),
      ]);
      return rows;
    });
    expect(seen).to.deep.equal([{ text: 'first' }]);
    expect(await notes()).to.deep.equal([{ text: 'first' }, { text: 'second' }]);
  });

  it('fail with the error of the one that failed, at any depth of calls, and leave nothing', async () => {
    const notNull = '23502';
    const error = await failureOf(
      transaction(database.pool, (client) =>
        Promise.all([
          client.query(write('first')),
          Promise.all([Promise.all([client.query(write(null))])]),
          client.query(write('last')),
        ]),
      ),
    );
    expect(error).to.include({ code: notNull });
    expect(await notes()).to.deep.equal([]);
  });

  it('all fail when their connection dies, and the next transaction has another connection', async () => {
    const failed = await failureOf(
      transaction(database.pool, (client) =>
        Promise.all([
          client.query('SELECT pg_terminate_backend(pg_backend_pid())'),
          client.query(write('lost')),
        ]),
      ),
    );
    expect(failed).to.be.instanceOf(Error);
    await transaction(database.pool, (client) => client.query(write('kept')));
    expect(await notes()).to.deep.equal([{ text: 'kept' }]);
  });

  it('are answered after one Sync, and those issued in the meantime after another one', async () => {
    const client = await database.pool.connect();
    const isReady = on(wireOf(client), 'readyForQuery');
    const connection = batchStatements(client);
    const first = Promise.all([connection.query(write('1')), connection.query(write('2'))]);
    // The first ones are sent at the end of this turn.
    await undefined;
    const second = Promise.all([connection.query(write('3')), connection.query(write('4'))]);
    await Promise.all([first, second]);
    client.release();
    expect(isReady.count()).to.equal(2);
    expect(await notes()).to.have.length(4);
  });

  it('are prepared once per connection, even two with the same name in one batch', async () => {
    const client = await database.pool.connect();
    const isParsed = on(wireOf(client), 'parseComplete');
    const connection = batchStatements(client);
    const named = { name: 'count-notes', text: 'SELECT count(*)::integer AS count FROM notes' };
    for (const _ of [1, 2]) {
      const answers = await Promise.all([connection.query(named), connection.query(named)]);
      expect(answers.map(({ rows }) => rows)).to.deep.equal([[{ count: 0 }], [{ count: 0 }]]);
    }
    expect(isParsed.count()).to.equal(1);
    client.release();
  });

  it('can be prepared later if they were skipped because one before them failed', async () => {
    const client = await database.pool.connect();
    const connection = batchStatements(client);
    const named = { name: 'one', text: 'SELECT 1 AS one' };
    await failureOf(Promise.all([connection.query('SELECT 1/0'), connection.query(named)]));
    expect((await connection.query(named)).rows).to.deep.equal([{ one: 1 }]);
    const wrong = { name: 'wrong', text: 'SELECT FROM nowhere' };
    await failureOf(connection.query(wrong));
    await client.query('CREATE TEMPORARY TABLE nowhere ()');
    expect((await connection.query(wrong)).rows).to.deep.equal([]);
    client.release(true);
  });

  it('all fail when one has the name of another statement, and the connection stays usable', async () => {
    const client = await database.pool.connect();
    const connection = batchStatements(client);
    await connection.query({ name: 'taken', text: 'SELECT 1' });
    const error = await failureOf(
      Promise.all([connection.query(write('lost')), connection.query({ name: 'taken', text: 'SELECT 2' })]),
    );
    expect(error.message).to.include("'taken' was used for a different statement");
    expect((await connection.query('SELECT 3 AS three')).rows).to.deep.equal([{ three: 3 }]);
    client.release();
  });

  it('all fail on a connection that is already lost', async () => {
    const client = await database.pool.connect();
    client.on('error', () => {});
    const connection = batchStatements(client);
    await failureOf(connection.query('SELECT pg_terminate_backend(pg_backend_pid())'));
    const answers = await Promise.allSettled([connection.query('SELECT 1'), connection.query('SELECT 2')]);
    expect(answers.map(({ status }) => status)).to.deep.equal(['rejected', 'rejected']);
    client.release(true);
  });
});
