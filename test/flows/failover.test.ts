// The machine of the primary vanishes: its Postgres is frozen, so no connection is closed and none is answered. The
// standby is promoted and takes its place at the same address. Rows of work are accepted all the time.
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import pg from 'pg';
import { connectDatabase, type Database } from '../../shared/platform/db/connect.ts';
import { ServerWatch } from '../../shared/platform/db/sessions/server-watch.ts';
import { createLog } from '../../shared/platform/log/log.ts';
import { createDatabase } from '../support/database/database.ts';
import { type PrimaryAndStandby, startPrimaryAndStandby } from '../support/database/standby.ts';
import { createTcpGate, type TcpGate } from '../support/net/tcp-gate.ts';
import { eventually } from '../support/time/eventually.ts';
import {
  countProbeWork,
  createProbeTables,
  insertProbeWork,
  probeQueue,
} from '../support/work/probe-work.ts';
import { startTestWorker, type TestWorker } from '../support/work/worker.ts';

/** The promise, from the first answer of the new primary on. */
const GOES_ON_MS = 10_000;
/** Between two rows. */
const PAUSE_MS = 50;

describe('A primary that vanishes without closing its connections', function () {
  this.timeout(120_000);
  const log = createLog({ level: process.env['TEST_LOG_LEVEL'] ?? 'silent', process: 'test' });
  let servers: PrimaryAndStandby;
  let url: string;
  let gate: TcpGate;
  let watch: ServerWatch;
  let database: Database;
  let worker: TestWorker;

  before(async () => {
    servers = await startPrimaryAndStandby({ synchronous: true });
    url = await createDatabase(servers.primary.url);
    gate = await createTcpGate(url);
    gate.open();
    const options = { connectionString: gate.url, applicationName: 'test', log };
    watch = new ServerWatch(options);
    database = connectDatabase({ ...options, poolSize: 2, watch });
    await createProbeTables(database);
    worker = await startTestWorker({ databaseUrl: gate.url, redisUrl: undefined }, { log, watch });
  });
  after(async () => {
    await servers.primary.thaw();
    await worker.stop();
    await database.end();
    watch.stop();
    await gate.close();
    await servers.stop();
  });

  it('is replaced by its standby: work goes on within 10 s of its first answer, and no row is done twice', async () => {
    const load = startLoad();
    await eventually('work is done', async () => (await countProbeWork(database)).done > 5);
    await servers.primary.freeze();
    await servers.standby.promote();
    gate.leadTo(servers.standby.urlOf(url));
    const bare = new pg.Client({ connectionString: gate.url });
    bare.on('error', () => {});
    await bare.connect();
    const done = async () => Number((await bare.query('SELECT count(*) AS n FROM probe_runs')).rows[0].n);
    const before = await done();
    await eventually('new work is done', async () => (await done()) > before + 5, GOES_ON_MS);
    await bare.end();
    await load.stop();
    const { doubled } = await eventually('all work is done', async () => {
      const counts = await countProbeWork(database);
      return counts.rows === counts.done && counts;
    });
    expect(doubled).to.equal(0);
  });

  /** Accepts a row at a time, as a client that continues after an error. */
  function startLoad() {
    let runs = true;
    const insert = async () => worker.deps.queues.wake(probeQueue, await insertProbeWork(database, 1));
    const loop = async () => {
      while (runs) {
        await insert().catch(() => {});
        await delay(PAUSE_MS);
      }
    };
    const ended = loop();
    return {
      stop() {
        runs = false;
        return ended;
      },
    };
  }
});
