// BullMQ on a Postgres that is away: it begins again when Postgres is there, and meanwhile it neither blocks the
// process nor knocks without a pause.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import type { Worker } from 'bullmq';
import { expect } from 'chai';
import { outliveLostConnections } from '../../../../shared/platform/db/connect.ts';
import { createLog } from '../../../../shared/platform/log/log.ts';
import type { Queues } from '../../../../shared/platform/queues/connect.ts';
import { createQueuePool } from '../../../../shared/platform/queues/postgres-pool.ts';
import { useDatabase } from '../../../support/database.ts';
import { eventually } from '../../../support/eventually.ts';
import { failureOf } from '../../../support/failure-of.ts';
import { connectTestQueues, testQueue, wakeCounts } from '../../../support/queues.ts';
import { createTcpGate, type TcpGate } from '../../../support/tcp-gate.ts';

/** The longest that anything may hold the event loop. */
const BLOCKED_MAX_MS = 200;
/** A rate can only be seen over a time. */
const WINDOW_MS = 3_000;
/** Commands and LISTEN, each a few times a second, and the first tries after a loss. Without a pause: hundreds. */
const CONNECTIONS_PER_SECOND_MAX = 10;

describe('queues on a Postgres that is away', () => {
  const database = useDatabase();
  let gate: TcpGate;
  let queues: Queues;
  let worker: Worker;
  let taken: string[];

  const startWorker = () => {
    worker = queues.work(
      testQueue,
      (job) => {
        taken.push(...job.data.ids);
        return Promise.resolve();
      },
      {},
    );
    worker.on('error', () => {});
  };
  /** Wakes until an id arrives: what was told while Postgres was away is lost, as it may be. */
  const expectDelivery = () =>
    eventually('a wake-up arrives', () => {
      queues.wake(testQueue, ['a']);
      return taken.includes('a');
    });

  beforeEach(async () => {
    taken = [];
    gate = await createTcpGate(database.url);
    queues = connectTestQueues({ databaseUrl: gate.url }, 1);
  });
  afterEach(async () => {
    gate.open();
    await worker.close();
    await queues.close();
    await gate.close();
  });

  it('work although their first connection failed', async () => {
    startWorker();
    await failureOf(queues.checkWrite());
    queues.wake(testQueue, ['lost']);
    await eventually('the first wake-up has failed', async () => (await wakeCounts(queues))['failed'] === 1);
    gate.open();
    await eventually('Postgres takes a write', () => queues.checkWrite().then(() => true));
    await expectDelivery();
  });

  it('never block the event loop, and knock only a few times a second', async () => {
    startWorker();
    await eventually('it knocks', () => gate.connections > 0);
    const before = gate.connections;
    const blocked = monitorEventLoopDelay({ resolution: 10 });
    blocked.enable();
    await delay(WINDOW_MS);
    blocked.disable();
    expect(blocked.max / 1e6).to.be.below(BLOCKED_MAX_MS);
    expect(gate.connections - before).to.be.within(1, (CONNECTIONS_PER_SECOND_MAX * WINDOW_MS) / 1_000);
  });

  it('go on when it went away under them', async () => {
    gate.open();
    startWorker();
    await expectDelivery();
    gate.shut();
    await failureOf(queues.checkWrite());
    const before = gate.connections;
    await delay(WINDOW_MS);
    expect(gate.connections - before).to.be.at.most((CONNECTIONS_PER_SECOND_MAX * WINDOW_MS) / 1_000);
    gate.open();
    taken = [];
    await expectDelivery();
  });
});

describe('the pool that BullMQ works on', () => {
  const database = useDatabase();
  let queuePool: ReturnType<typeof createQueuePool>;

  beforeEach(() => {
    queuePool = createQueuePool({ connectionString: database.url, max: 1 });
    // A connection that is just closing may be cut off when its database is dropped.
    outliveLostConnections(queuePool.pool, createLog({ level: 'silent', process: 'test' }));
  });
  afterEach(() => queuePool.pool.end());

  it('lets refusals of BullMQ pass as they are', async () => {
    const { connection } = queuePool;
    const refused = connection.query("DO $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = 'BM001'; END $$");
    expect((await failureOf(refused)).code).to.equal('BM001');
  });

  it('calls every other failure a lost connection, and keeps its cause', async () => {
    const { connection } = queuePool;
    const failure = await failureOf(connection.query('SELECT nonsense'));
    expect(failure.code).to.equal('ECONNREFUSED');
    expect(failure.cause).to.have.property('code', '42703');
  });

  it('calls a connection that cannot be made a lost one', async () => {
    const { pool, connection } = createQueuePool({ connectionString: 'postgres://postgres@127.0.0.1:1/x' });
    expect((await failureOf(connection.connect())).code).to.equal('ECONNREFUSED');
    await pool.end();
  });

  it('is the pool itself in everything else', () => {
    const { pool, connection } = queuePool;
    expect(Object.getPrototypeOf(connection)).to.equal(pool);
  });
});
