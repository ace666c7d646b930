// Conformance suite of the queue on both backends, part 4: the queue's server crashes or freezes, also together with
// Postgres. Rows are accepted and woken before, during and after the outage; all of them are processed once, a producer
// never waits, and afterwards the queue is as fast as before. The outages run at the same time, each on its own
// servers, because a long outage takes long to test.
import { setTimeout as outageOf } from 'node:timers/promises';
import { expect } from 'chai';
import { connectDatabase, type Database } from '../../../shared/platform/db/connect.ts';
import { createLog } from '../../../shared/platform/log/log.ts';
import { createDatabase, dropDatabase } from '../../support/database/database.ts';
import { startPreparedCluster } from '../../support/database/prepared-cluster.ts';
import { extent } from '../../support/extent.ts';
import { HAS_REDIS, startRedis, type TestRedis } from '../../support/queues/redis.ts';
import { eventually } from '../../support/time/eventually.ts';
import {
  countProbeWork,
  createProbeTables,
  insertProbeWork,
  probeQueue,
} from '../../support/work/probe-work.ts';
import { type Servers, startTestWorker, type TestWorker } from '../../support/work/worker.ts';

/** Long enough for all reconnects, all retries and two sweeps. */
const RECOVERY_MS = 120_000;
/** A wake-up takes milliseconds; the tick and the sweeper take longer than this. */
const QUICK_MS = 900;
/** The short ones are as long as a restart; in the long ones every retry waits as long as it ever does. */
const OUTAGES_S = [3, 30].slice(0, extent('OUTAGE_LENGTHS', 1, 2));
/** Waking never waits for a server; otherwise it would wait for the whole outage, at least 3 s. */
const WAKE_MAX_MS = 1_000;

interface Outage {
  begin(): Promise<void> | void;
  lastsMs: number;
  end(): Promise<void> | void;
}

/** Accepts rows before, during and after an outage and waits until all are processed. */
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

/** While Postgres is down, no row can be accepted, so none is expected. */
function ignoreRefused(error: unknown): void {
  if (!(error instanceof Error)) throw error;
}

async function allDone(database: Database) {
  const counts = await countProbeWork(database);
  return counts.rows > 0 && counts.done === counts.rows && counts;
}

/** Checks that workers take jobs again as before the outage, not only rows that tick and sweeper find. */
async function expectQuick(database: Database, accept: (count: number) => Promise<void>): Promise<void> {
  await eventually(
    'a wake-up is fast again',
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

/** All outages. */
const OUTAGES: { title: string; live: () => Promise<void> }[] = [
  {
    title: 'Postgres stopped at once and restarted, queues on Postgres',
    live: () => liveThroughPostgres(undefined),
  },
];
if (HAS_REDIS) {
  OUTAGES.push(
    { title: 'Postgres stopped at once and restarted, queues on Redis', live: liveThroughPostgresWithRedis },
    ...OUTAGES_S.flatMap((seconds) => [
      {
        title: `Redis killed for ${seconds} s`,
        live: () => liveThroughRedis(seconds * 1_000, kill, restart),
      },
      { title: `Redis frozen for ${seconds} s`, live: () => liveThroughRedis(seconds * 1_000, freeze, thaw) },
    ]),
  );
}

describe('An outage of the queue', () => {
  let running: Promise<void>[];

  before(() => {
    running = OUTAGES.map(({ live }) => live());
    // Each promise is awaited by its own test; until then its rejection must not count as unhandled.
    for (const run of running) run.catch(() => {});
  });

  OUTAGES.forEach(({ title }, index) => {
    it(`loses and duplicates nothing: ${title}`, () => running[index]);
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
  // Committed rows must survive the crash.
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
