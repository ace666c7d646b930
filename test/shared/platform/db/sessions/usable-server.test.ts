// What a process finds out of its connections to Postgres before it works with them, on a real PgBouncer.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { Transform } from 'node:stream';
import { expect } from 'chai';
import { connectDatabase } from '../../../../../shared/platform/db/connect.ts';
import { describeDatabaseFailure } from '../../../../../shared/platform/db/describe-failure.ts';
import { MIGRATION_LOCK_KEY, migrate } from '../../../../../shared/platform/db/migrations/migrate.ts';
import { requireUsableServer } from '../../../../../shared/platform/db/sessions/usable-server.ts';
import {
  isDatabaseUnavailable,
  UnusableServerError,
} from '../../../../../shared/platform/failures/unavailable.ts';
import { createLog } from '../../../../../shared/platform/log/log.ts';
import { createSystemClock } from '../../../../../shared/platform/time/clock.ts';
import { PARTITIONED_TABLES } from '../../../../../shared/resources/partitioned-tables.ts';
import {
  createEmptyDatabase,
  dropDatabase,
  serverUrl,
  useDatabase,
  withServer,
} from '../../../../support/database/database.ts';
import { type PgBouncer, type PoolMode, startPgBouncer } from '../../../../support/database/pgbouncer.ts';
import { failureOf } from '../../../../support/failure-of.ts';

const SESSION_MODE = /^[^.]*\. Run it in session mode \(PgBouncer: pool_mode = session\)\.$/;
const log = createLog({ level: 'silent', process: 'test' });

describe('A start looks at the connections to Postgres', function () {
  this.timeout(60_000);
  const database = useDatabase();
  const through = async (
    [mode, ...settings]: [PoolMode, ...string[]],
    work: (url: string, pooler: PgBouncer) => Promise<void>,
  ) => {
    const pooler = await startPgBouncer(serverUrl(), { mode, settings });
    await work(pooler.urlOf(database.url), pooler).finally(pooler.stop);
  };
  const release = (connectionString: string) =>
    migrate({ connectionString, partitionedTables: PARTITIONED_TABLES, clock: createSystemClock(), log });
  const expectRefused = async (refused: Promise<unknown>, sentence: RegExp) => {
    const error = await failureOf(refused);
    expect(error).to.be.instanceOf(UnusableServerError);
    expect(error.message).to.match(sentence);
    expect(describeDatabaseFailure(error)).to.equal(error.message);
    expect(isDatabaseUnavailable(error)).to.equal(true);
  };

  it('and accepts Postgres itself', () => requireUsableServer(database.url));

  it('and accepts PgBouncer in session mode', () => through(['session'], requireUsableServer));

  const modes: [PoolMode, ...string[]][] = [
    ['transaction'],
    ['transaction', 'default_pool_size=1'],
    ['transaction', 'default_pool_size=2', 'server_round_robin=1'],
    ['transaction', 'ignore_startup_parameters=options'],
    ['statement'],
    ['statement', 'default_pool_size=1'],
  ];
  for (const mode of modes) {
    it(`and refuses PgBouncer in ${mode.join(', ')}`, () =>
      through(mode, (url) => expectRefused(requireUsableServer(url), SESSION_MODE)));
  }

  it('and refuses transaction mode while others keep its sessions busy', () =>
    through(['transaction', 'default_pool_size=3'], async (url) => {
      const others = connectDatabase({ connectionString: url, poolSize: 4, applicationName: 'others', log });
      let goesOn = true;
      const busy = [1, 2, 3, 4].map(async () => {
        while (goesOn) await others.query('SELECT 1');
      });
      for (let round = 0; round < 8; round += 1) await expectRefused(requireUsableServer(url), SESSION_MODE);
      goesOn = false;
      await Promise.all(busy);
      await others.end();
    }));

  it('and takes a pooler that gives a second connection no session for a database that is away', () =>
    through(['session', 'default_pool_size=1'], async (url) => {
      const error = await failureOf(requireUsableServer(url));
      expect(error).not.to.be.instanceOf(UnusableServerError);
      expect(isDatabaseUnavailable(error)).to.equal(true);
      expect(describeDatabaseFailure(error)).to.match(
        /^The database cannot be reached: no second [^.]* allow as many .* \(PgBouncer: default_pool_size\)\.$/,
      );
    }));

  it('and accepts two servers that have the same process ids, between which an address has changed', async () => {
    const url = await createEmptyDatabase();
    await withServer(url, (client) =>
      client.query(`
        CREATE FUNCTION pg_backend_pid() RETURNS int RETURN 1;
        CREATE FUNCTION pg_postmaster_start_time() RETURNS timestamptz
          RETURN (SELECT backend_start FROM pg_stat_activity WHERE pid = pg_catalog.pg_backend_pid());
        ALTER DATABASE ${new URL(url).pathname.slice(1)} SET search_path = public, pg_catalog;`),
    );
    await requireUsableServer(url);
    await dropDatabase(url);
  });

  it('and accepts a new database in which another program has migrations of knex', async () => {
    const url = await createEmptyDatabase();
    await withServer(url, (client) =>
      client.query('CREATE SCHEMA other; CREATE TABLE other.knex_migrations (id int)'),
    );
    await requireUsableServer(url);
    await dropDatabase(url);
  });

  it('and says of a pooler whose Postgres is away what it said before', () =>
    through(['session'], async (_, pooler) => {
      const error = await failureOf(requireUsableServer(pooler.urlOf('postgres://127.0.0.1:1/nowhere')));
      expect(error).not.to.be.instanceOf(UnusableServerError);
    }));

  const paths: [path: string, sentence: RegExp][] = [
    [
      'absent',
      /^The search_path of DATABASE_URL \(absent\) names other schemas than public, which has our tables\. .*\.$/,
    ],
    ['pg_catalog', /names other schemas than public/],
    ['other', /names other schemas than public, which has our tables\. /],
  ];
  it('and refuses a search_path that does not lead to our tables, for release too', async () => {
    const name = new URL(database.url).pathname.slice(1);
    await database.pool.query('CREATE SCHEMA other');
    for (const [path, sentence] of paths) {
      await database.pool.query(`ALTER DATABASE ${name} SET search_path = ${path}`);
      await expectRefused(requireUsableServer(database.url), sentence);
      await expectRefused(release(database.url), sentence);
    }
    await database.pool.query(`ALTER DATABASE ${name} SET search_path = other, public`);
    await requireUsableServer(database.url);
    await database.pool.query(`ALTER DATABASE ${name} RESET search_path`);
  });

  it('and refuses connections that lose their settings', async () => {
    const { port } = new URL(serverUrl());
    const proxy = createServer((socket) => {
      const upstream = connect(Number(port), '127.0.0.1');
      socket.pipe(swap("timezone = 'UTC'", "timezone = 'GMT'")).pipe(upstream).pipe(socket);
      for (const end of [socket, upstream]) end.on('error', () => {});
    });
    await once(proxy.listen(0, '127.0.0.1'), 'listening');
    const url = Object.assign(new URL(database.url), { port: (proxy.address() as AddressInfo).port }).href;
    await expectRefused(requireUsableServer(url), /^[^.]*: timezone is GMT after SET timezone = UTC\. /);
    proxy.close();
  });

  it('and a release takes no lock through transaction mode, and migrates through session mode', async () => {
    const empty = await createEmptyDatabase();
    await through(['transaction'], async (_, pooler) => {
      await expectRefused(release(pooler.urlOf(empty)), SESSION_MODE);
      await expectRefused(release(pooler.urlOf(empty)), SESSION_MODE);
      expect(await countLocks(empty)).to.equal(0);
      await pooler.setMode('session');
      await Promise.all([release(pooler.urlOf(empty)), release(pooler.urlOf(empty))]);
    });
    await requireUsableServer(empty);
    await dropDatabase(empty);
  });

  it('and a session has nothing that others left in it in transaction mode', () =>
    through(['session', 'default_pool_size=1'], async (url, pooler) => {
      const pool = () =>
        connectDatabase({ connectionString: url, poolSize: 1, applicationName: 'test', log });
      const statement = { name: 'one', text: 'SELECT 1' };
      const former = pool();
      await former.query(statement);
      await former.query("SET search_path = 'bullmq'; SET lock_timeout = '1s'; LISTEN one");
      await former.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK_KEY]);
      await pooler.setMode('transaction');
      await former.query('SELECT 1');
      await pooler.setMode('session');
      const next = pool();
      await next.query(statement);
      const { rows } = await next.query(
        `SELECT current_setting('search_path') AS path, current_setting('lock_timeout') AS locks,
                current_setting('timezone') AS zone, (SELECT count(*)::int FROM pg_listening_channels()) AS listens,
                (SELECT application_name FROM pg_stat_activity WHERE pid = pg_backend_pid()) AS name`,
      );
      const expected = { path: '"$user", public', locks: '0', zone: 'UTC', listens: 0, name: 'test' };
      expect(rows).to.deep.equal([expected]);
      expect(await countLocks(database.url)).to.equal(0);
      await Promise.all([next.end(), former.end()]);
    }));
});

async function countLocks(url: string): Promise<number> {
  const locks = `SELECT count(*)::int AS count FROM pg_locks WHERE locktype = 'advisory'
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
  return await withServer(url, async (client) => (await client.query(locks)).rows[0].count);
}

/** Texts of the same length, which come in one packet. */
function swap(text: string, other: string): Transform {
  return new Transform({
    transform: (bytes: Buffer, _encoding, done) =>
      done(null, Buffer.from(bytes.toString('latin1').replaceAll(text, other), 'latin1')),
  });
}
