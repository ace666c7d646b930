// A process notices that its database server is lost or was replaced, and drops the connections that lead to it.
import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import type pg from 'pg';
import { connectDatabase, type Database, type Queryable } from '../../../../../shared/platform/db/connect.ts';
import { ServerWatch } from '../../../../../shared/platform/db/sessions/server-watch.ts';
import { isDatabaseUnavailable } from '../../../../../shared/platform/failures/unavailable.ts';
import { createHealthChecks, createReadiness } from '../../../../../shared/platform/health/health.ts';
import { createLog } from '../../../../../shared/platform/log/log.ts';
import { startThrowawayCluster } from '../../../../runner/throwaway-cluster.ts';
import { createDatabase, serverUrl, useDatabase, withServer } from '../../../../support/database/database.ts';
import { startPgBouncer } from '../../../../support/database/pgbouncer.ts';
import { type PrimaryAndStandby, startPrimaryAndStandby } from '../../../../support/database/standby.ts';
import { failureOf } from '../../../../support/failure-of.ts';
import { createTcpGate, type TcpGate } from '../../../../support/net/tcp-gate.ts';
import { createTestClock } from '../../../../support/time/clock.ts';
import { eventually } from '../../../../support/time/eventually.ts';

/** Five looks, after which no answer is silence, are half a second. */
const CHECK_EVERY_MS = 100;
/** Twelve looks. */
const SLOW = 'SELECT pg_sleep(1.2)';

/** What the tests of a server have in common. */
function useWatched() {
  const lines: { msg: string }[] = [];
  const log = createLog({
    // Lines of a known outage are written at this level.
    level: 'debug',
    process: 'test',
    destination: { write: (line) => void lines.push(JSON.parse(line)) },
  });
  const made: { gate: TcpGate; watch: ServerWatch; pool: Database }[] = [];
  afterEach(async () => {
    for (const { gate, watch, pool } of made.splice(0)) {
      watch.stop();
      await gate.close();
      await pool.end();
    }
    lines.length = 0;
  });
  return {
    said: (text: string) => lines.filter(({ msg }) => msg === text).length,
    async open(url: string) {
      const gate = await createTcpGate(url);
      gate.open();
      const options = { connectionString: gate.url, applicationName: 'watched', log };
      const watch = new ServerWatch({ ...options, checkEveryMs: CHECK_EVERY_MS });
      const pool = connectDatabase({ ...options, poolSize: 4, watch });
      let moves = 0;
      watch.onMove(() => {
        moves += 1;
      });
      made.push({ gate, watch, pool });
      return { gate, pool, moves: () => moves };
    },
  };
}

/** An idle connection, and one that listens. @returns their ends */
async function leaveIdle(pool: Database): Promise<Promise<unknown>[]> {
  const clients: pg.PoolClient[] = [await pool.connect(), await pool.connect()];
  // Not `once` of node:events: it adds a listener for 'error', and reports that instead.
  const ends = clients.map((client) => new Promise((resolve) => client.once('end', resolve)));
  const [idle, listening] = clients;
  await listening?.query('LISTEN something');
  idle?.release();
  listening?.once('end', () => listening.release(true));
  return ends;
}

const one = async (pool: Database) => (await pool.query('SELECT 1 AS one')).rows[0]?.one === 1;
const pidOf = async (pool: Database) => (await pool.query('SELECT pg_backend_pid() AS pid')).rows[0]?.pid;

describe('the watch of the database server', () => {
  const database = useDatabase();
  const watched = useWatched();

  it('destroys no statement of a healthy server, however long it waits', async () => {
    const { pool } = await watched.open(database.url);
    const before = await pidOf(pool);
    await pool.query(SLOW);
    expect(await pidOf(pool)).to.equal(before);
    expect(watched.said('the database does not answer')).to.equal(0);
  });

  it('cuts no statement on a slow network, whose round trips take a third of a look', async () => {
    const { gate, pool } = await watched.open(database.url);
    await one(pool);
    await eventually('the probe is connected', () => gate.connections > 2);
    gate.slow(CHECK_EVERY_MS / 6);
    gate.drop();
    await eventually('the database answers again', () => watched.said('the database answers again') > 0);
    await pool.query(SLOW);
    expect(watched.said('the database does not answer')).to.equal(1);
  });

  it('cuts no statement while the server refuses a new connection', async () => {
    const name = `watched_${randomBytes(4).toString('hex')}`;
    await database.pool.query(`CREATE ROLE ${name} LOGIN PASSWORD 'secret'`);
    const url = Object.assign(new URL(database.url), { username: name, password: 'secret' }).href;
    const { pool } = await watched.open(url);
    const client = await pool.connect();
    const probes = async (what: string) =>
      (
        await database.pool.query(
          `SELECT ${what} FROM pg_stat_activity WHERE application_name = 'watched watch' AND usename = $1`,
          [name],
        )
      ).rowCount;
    try {
      // A probe that first connects when the role may no longer do so has no connection to lose.
      await eventually('the probe is connected', async () => (await probes('pid')) === 1);
      await database.pool.query(`ALTER ROLE ${name} NOLOGIN`);
      await probes('pg_terminate_backend(pid)');
      await client.query(SLOW);
    } finally {
      client.release();
    }
    expect(watched.said('the database does not answer')).to.equal(0);
    await pool.end();
    Object.assign(pool, { end: () => Promise.resolve() });
    await database.pool.query(`DROP ROLE ${name}`);
  });

  it('cuts no connection when a pooler has no session for those that compare theirs', async () => {
    const pooler = await startPgBouncer(serverUrl(), { mode: 'session', settings: ['default_pool_size=2'] });
    const { pool } = await watched.open(pooler.urlOf(database.url));
    const before = await pidOf(pool);
    // Longer than a second connection may take.
    await pool.query('SELECT pg_sleep(3.5)');
    expect(await pidOf(pool)).to.equal(before);
    await pooler.stop();
  });

  it('drops what a network has silently lost: statements as unavailable, idle and listening connections', async () => {
    const { gate, pool, moves } = await watched.open(database.url);
    const ends = await leaveIdle(pool);
    const busy = await pool.connect();
    gate.drop();
    expect(isDatabaseUnavailable(await failureOf(busy.query('SELECT 1')))).to.equal(true);
    busy.release(true);
    await Promise.all(ends);
    await eventually('statements run again', () => one(pool));
    expect(watched.said('the database does not answer')).to.equal(1);
    expect(watched.said('the database answers again')).to.equal(1);
    expect(moves(), 'it is the same server').to.equal(0);
  });

  it('works where the service refuses the identity of the server', async () => {
    const name = `watched_${randomBytes(4).toString('hex')}`;
    await database.pool.query(`CREATE ROLE ${name} LOGIN PASSWORD 'secret'`);
    await database.pool.query('REVOKE EXECUTE ON FUNCTION pg_control_system() FROM PUBLIC');
    try {
      const url = Object.assign(new URL(database.url), { username: name, password: 'secret' }).href;
      const { gate, pool } = await watched.open(url);
      const [idle] = await leaveIdle(pool);
      expect((await pool.query('SHOW timezone')).rows).to.deep.equal([{ TimeZone: 'UTC' }]);
      gate.drop();
      await idle;
      await eventually('statements run again', () => one(pool));
      await pool.end();
      Object.assign(pool, { end: () => Promise.resolve() });
    } finally {
      await database.pool.query(`DROP ROLE ${name}`);
    }
  });
});

describe('the watch of a database that fails over', function () {
  this.timeout(120_000);
  const watched = useWatched();
  let servers: PrimaryAndStandby;
  let url: string;
  beforeEach(async () => {
    servers = await startPrimaryAndStandby();
    url = await createDatabase(servers.primary.url);
  });
  afterEach(() => servers.stop());

  it('refuses a connection to a standby as unavailable, and readiness says so', async () => {
    const { primary, standby } = servers;
    await eventually('the standby has the database', async () => {
      await withServer(standby.urlOf(url), (client) => client.query('SELECT 1'));
      return true;
    });
    const { pool } = await watched.open(standby.urlOf(url));
    const error = await failureOf(pool.query('SELECT 1'));
    expect({ code: error.code, isUnavailable: isDatabaseUnavailable(error) }).to.deep.equal({
      code: '25006',
      isUnavailable: true,
    });
    const checks = createHealthChecks({
      database: pool,
      partitionedTables: [],
      clock: createTestClock(),
      queues: { checkWrite: () => Promise.resolve() },
    });
    const readiness = createReadiness(checks, createLog({ level: 'silent', process: 'test' }));
    const sentence = 'The database is a standby or read-only, so it does not accept writes.';
    expect((await readiness.check()).checks).to.deep.equal({
      database: sentence,
      migrations: sentence,
      partitions: sentence,
      queue: 'ok',
    });
    const healthy = await watched.open(primary.urlOf(url));
    expect(await one(healthy.pool)).to.equal(true);
  });

  it('drops the connections of the former timeline, also while its server answers: two leaders at once', async () => {
    const { gate, pool, moves } = await watched.open(url);
    const ends = await leaveIdle(pool);
    const slow = await pool.connect();
    const destroyed = failureOf(slow.query('SELECT pg_sleep(60)'));
    await servers.standby.promote();
    gate.leadTo(servers.standby.urlOf(url));
    // Those that exist still lead to the former leader: one more is opened.
    const former = await pool.connect();
    const next = await pool.connect();
    former.release();
    next.release();
    await Promise.all(ends);
    expect(isDatabaseUnavailable(await destroyed)).to.equal(true);
    slow.release(true);
    expect(await timelineOf(pool)).to.equal('00000002');
    await eventually('the move is reported', () => moves() === 1);
    // And back to it, as an address that changes its mind: no connection is refused.
    gate.leadTo(url);
    gate.drop();
    await eventually('statements run', async () => (await timelineOf(pool)) === '00000001');
    await eventually('the move back is reported', () => moves() === 2);
  });

  const ways: [title: string, leave: (gate: TcpGate) => unknown][] = [
    ['a proxy has closed all connections', (gate) => gate.shut()],
    ['the probe waits for the former server', () => servers.primary.freeze()],
  ];
  for (const [title, leave] of ways) {
    it(`cuts no connection to the new server: ${title}`, async () => {
      const { gate, pool, moves } = await watched.open(url);
      await one(pool);
      await servers.standby.promote();
      await leave(gate);
      await eventually('the probe has no answer', () => watched.said('the database does not answer') > 0);
      gate.leadTo(servers.standby.urlOf(url));
      gate.open();
      const opened = () => eventually('the new server answers', () => connectTo(pool, '00000002'));
      const busy = await opened();
      const idle = await opened();
      let cut = 0;
      for (const client of [busy, idle]) client.once('end', () => (cut += 1));
      while (moves() === 0) await busy.query('SELECT pg_sleep(0.05)');
      await busy.query(SLOW);
      expect({ cut, moves: moves() }).to.deep.equal({ cut: 0, moves: 1 });
      for (const client of [busy, idle]) client.release();
    });
  }

  it('goes on with a database that was restored: another system identifier, the first timeline', async () => {
    const restored = await startThrowawayCluster();
    try {
      const { username, password } = new URL(url);
      await withServer(restored.url, async (client) => {
        await client.query(`ALTER ROLE ${username} PASSWORD '${password}'`);
        await client.query(`CREATE DATABASE ${new URL(url).pathname.slice(1)}`);
      });
      const { gate, pool, moves } = await watched.open(url);
      const [idle] = await leaveIdle(pool);
      await servers.standby.promote();
      gate.leadTo(Object.assign(new URL(url), { port: new URL(restored.url).port }).href);
      gate.drop();
      await idle;
      await eventually('statements run', () => one(pool));
      await eventually('the move is reported', () => moves() === 1);
    } finally {
      await restored.stop();
    }
  });
});

/** @returns a connection of the pool; undefined when it leads to another timeline, or nowhere */
async function connectTo(pool: Database, timeline: string): Promise<pg.PoolClient | undefined> {
  const client = await pool.connect();
  const found = await timelineOf(client).catch(() => undefined);
  if (found === timeline) return client;
  client.release(true);
  return undefined;
}

async function timelineOf(pool: Queryable): Promise<unknown> {
  const { rows } = await pool.query('SELECT left(pg_walfile_name(pg_current_wal_lsn()), 8) AS timeline');
  return rows[0]?.timeline;
}
