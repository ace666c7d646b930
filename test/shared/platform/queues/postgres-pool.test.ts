// BullMQ during an outage of Postgres: it continues when Postgres is back, and until then it neither blocks the event
// loop nor retries in a busy loop.
import { setTimeout as delay } from 'node:timers/promises';
import type { Worker } from 'bullmq';
import { expect } from 'chai';
import { surviveLostConnections } from '../../../../shared/platform/db/connect.ts';
import { createLog } from '../../../../shared/platform/log/log.ts';
import type { Queues } from '../../../../shared/platform/queues/connect.ts';
import { createQueuePool } from '../../../../shared/platform/queues/postgres-pool.ts';
import { useDatabase } from '../../../support/database/database.ts';
import { failureOf } from '../../../support/failure-of.ts';
import { createTcpGate, type TcpGate } from '../../../support/net/tcp-gate.ts';
import { connectTestQueues, testQueue, wakeCounts } from '../../../support/queues/queues.ts';
import { eventually } from '../../../support/time/eventually.ts';

/** The CPU of a second of retries. In a busy loop it would be the whole second. */
const CPU_MAX_MS = 300;
/** How long the rate of connections is measured. */
const WINDOW_MS = 3_000;
/** Commands and LISTEN, each a few times per second, and the first retries. In a busy loop it would be hundreds. */
const CONNECTIONS_PER_SECOND_MAX = 10;

describe('queues during an outage of Postgres', () => {
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
        return Promise.resolve('taken');
      },
      {},
    );
    worker.on('error', () => {});
  };
  /** Sends wake-ups until one arrives: those of the outage may be lost. */
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

  it('work after a failed first connection', async () => {
    startWorker();
    await failureOf(queues.checkWrite());
    queues.wake(testQueue, ['lost']);
    await eventually('the first wake-up has failed', async () => (await wakeCounts(queues))['failed'] === 1);
    gate.open();
    await eventually('Postgres takes a write', () => queues.checkWrite().then(() => true));
    await expectDelivery();
  });

  it('never block the event loop, and retry only a few times per second', async () => {
    startWorker();
    await eventually('it knocks', () => gate.connections > 0);
    const before = gate.connections;
    const cpu = process.cpuUsage();
    await delay(WINDOW_MS);
    const { user, system } = process.cpuUsage(cpu);
    expect((user + system) / WINDOW_MS).to.be.below(CPU_MAX_MS);
    expect(gate.connections - before).to.be.within(1, (CONNECTIONS_PER_SECOND_MAX * WINDOW_MS) / 1_000);
  });

  it('continue after Postgres was restarted', async () => {
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

describe('the connection pool of BullMQ', () => {
  const database = useDatabase();
  let queuePool: ReturnType<typeof createQueuePool>;

  beforeEach(() => {
    queuePool = createQueuePool({ connectionString: database.url, max: 1 });
    // A closing connection may be cut off when its database is dropped.
    surviveLostConnections(queuePool.pool, createLog({ level: 'silent', process: 'test' }));
  });
  afterEach(() => queuePool.pool.end());

  it('does not change errors of BullMQ itself', async () => {
    const { connection } = queuePool;
    const refused = connection.query("DO $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = 'BM001'; END $$");
    expect((await failureOf(refused)).code).to.equal('BM001');
  });

  it('reports every other error as a lost connection, and keeps its cause', async () => {
    const { connection } = queuePool;
    const failure = await failureOf(connection.query('SELECT nonsense'));
    expect(failure.code).to.equal('ECONNREFUSED');
    expect(failure.cause).to.have.property('code', '42703');
  });

  it('reports a connection that cannot be made as a lost one', async () => {
    const { pool, connection } = createQueuePool({ connectionString: 'postgres://postgres@127.0.0.1:1/x' });
    expect((await failureOf(connection.connect())).code).to.equal('ECONNREFUSED');
    await pool.end();
  });

  it('is otherwise the pool itself', () => {
    const { pool, connection } = queuePool;
    expect(Object.getPrototypeOf(connection)).to.equal(pool);
  });
});
