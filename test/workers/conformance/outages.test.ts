// The queue's conformance suite, part 4: the queue's server dies, freezes, or takes Postgres with it. Before,
// during and after, rows are accepted and woken; all of them are done once, a producer never waits, and afterwards
// the queue is as quick as before. The outages of one suite run side by side, each on servers of its own, since a
// long outage can only be proved by being long.
import { setTimeout as outageOf } from 'node:timers/promises';
import { expect } from 'chai';
import { connectDatabase, type Database } from '../../../shared/platform/db/connect.ts';
import { createLog } from '../../../shared/platform/log/log.ts';
import { createDatabase, dropDatabase } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';
import { startPreparedCluster } from '../../support/prepared-cluster.ts';
import { countProbeWork, createProbeTables, insertProbeWork, probeQueue } from '../../support/probe-work.ts';
import { HAS_REDIS, startRedis, type TestRedis } from '../../support/redis.ts';
import { type Servers, startTestWorker, type TestWorker } from '../../support/worker.ts';

/** Long enough for every reconnect, every retry and two sweeps. */
const RECOVERY_MS = 40_000;
/** A wake-up that is not lost takes milliseconds; the tick and the sweeper would need more. */
const QUICK_MS = 900;
/** Waking never waits for a server; one that did would wait for the whole outage, 3 s at least. */
const WAKE_MAX_MS = 1_000;

interface Outage {
  begin(): Promise<void> | void;
  lastsMs: number;
  end(): Promise<void> | void;
}

/** Accepts rows before, during and after an outage and waits until all are done. */
async function liveThrough(servers: Servers, database: Database, outage: Outage): Promise<void> {
  await createProbeTables(database);
  const workers = await Promise.all([startTestWorker(servers), startTestWorker(servers)]);
  const [producer] = workers as [TestWorker, TestWorker];
  let slowestWakeMs = 0;
  const accept = async (count: number) => {
    const ids = await insertProbeWork(database, count);
    const startedAt = performance.now();
    producer.deps.queues.wake(probeQueue, ids);
    slowestWakeMs = Math.max(slowestWakeMs, performance.now() - startedAt);
  };
  try {
    await accept(100);
    await outage.begin();
    await accept(100).catch(ignoreRefused);
    await outageOf(outage.lastsMs);
    await accept(100).catch(ignoreRefused);
    await outage.end();
    await eventually('rows are accepted again', () => accept(100).then(() => true), RECOVERY_MS);
    const counts = await eventually('all rows are done', () => allDone(database), RECOVERY_MS);
    expect(counts.doubled).to.equal(0);
    await expectQuick(database, accept);
    expect(slowestWakeMs).to.be.below(WAKE_MAX_MS);
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()));
  }
}

/** While Postgres itself is away nothing can be accepted, and nothing is owed. */
function ignoreRefused(error: unknown): void {
  if (!(error instanceof Error)) throw error;
}

async function allDone(database: Database) {
  const counts = await countProbeWork(database);
  return counts.rows > 0 && counts.done === counts.rows && counts;
}

/** The workers take jobs as they did before the outage: not only what tick and sweeper find. */
async function expectQuick(database: Database, accept: (count: number) => Promise<void>): Promise<void> {
  await eventually(
    'a wake-up is quick again',
    async () => {
      await accept(1);
      return await eventually('the row is done', () => allDone(database), QUICK_MS);
    },
    RECOVERY_MS,
  );
}

const kill = (redis: TestRedis) => redis.kill();
const restart = (redis: TestRedis) => redis.restart();
const freeze = (redis: TestRedis) => redis.freeze();
const thaw = (redis: TestRedis) => redis.thaw();

/** Every outage, with what lives through it. */
const OUTAGES: { title: string; live: () => Promise<void> }[] = [
  {
    title: 'Postgres stopped at once and restarted, queues on Postgres',
    live: () => liveThroughPostgres(undefined),
  },
];
if (HAS_REDIS) {
  OUTAGES.push(
    { title: 'Postgres stopped at once and restarted, queues on Redis', live: liveThroughPostgresWithRedis },
    { title: 'Redis killed for 3 s', live: () => liveThroughRedis(3_000, kill, restart) },
    { title: 'Redis killed for 30 s', live: () => liveThroughRedis(30_000, kill, restart) },
    { title: 'Redis frozen for 3 s', live: () => liveThroughRedis(3_000, freeze, thaw) },
    { title: 'Redis frozen for 30 s', live: () => liveThroughRedis(30_000, freeze, thaw) },
  );
}

describe('An outage of the queue', function () {
  this.timeout(120_000);
  let running: Promise<void>[];

  before(() => {
    running = OUTAGES.map(({ live }) => live());
    // Each is awaited by its own test; until then a failure is not an unhandled one.
    for (const run of running) run.catch(() => {});
  });

  OUTAGES.forEach(({ title }, index) => {
    it(`loses and doubles nothing: ${title}`, () => running[index]);
  });
});

function connect(connectionString: string): Database {
  const log = createLog({ level: 'silent', process: 'test' });
  return connectDatabase({ connectionString, poolSize: 3, applicationName: 'test', log });
}

async function liveThroughRedis(
  lastsMs: number,
  begin: (redis: TestRedis) => Promise<void> | void,
  end: (redis: TestRedis) => Promise<void> | void,
): Promise<void> {
  const redis = await startRedis();
  const databaseUrl = await createDatabase();
  const database = connect(databaseUrl);
  const outage = { lastsMs, begin: () => begin(redis), end: () => end(redis) };
  try {
    await liveThrough({ databaseUrl, redisUrl: redis.url }, database, outage);
  } finally {
    await database.end();
    await dropDatabase(databaseUrl);
    await redis.kill();
  }
}

async function liveThroughPostgres(redisUrl: string | undefined): Promise<void> {
  // What was committed must survive the crash.
  const cluster = await startPreparedCluster({ synchronous_commit: 'on' });
  const databaseUrl = await createDatabase(cluster.url);
  const database = connect(databaseUrl);
  const outage = { lastsMs: 0, begin: () => cluster.crash(), end: () => cluster.restart() };
  try {
    await liveThrough({ databaseUrl, redisUrl }, database, outage);
  } finally {
    await database.end();
    await cluster.stop();
  }
}

async function liveThroughPostgresWithRedis(): Promise<void> {
  const redis = await startRedis();
  try {
    await liveThroughPostgres(redis.url);
  } finally {
    await redis.kill();
  }
}
