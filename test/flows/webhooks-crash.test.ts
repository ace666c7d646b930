// Flow test: webhooks to three hundred endpoints, most of which hang, fail or refuse, with a worker that is killed in
// the middle. No message is lost, only messages in flight are delivered twice, under the same id, and a hanging
// endpoint uses no more than its share. `WEBHOOK_FLOW_DELIVERIES=20000` is the full size; the default has the same
// shape, but is smaller.
import { existsSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { useDatabase } from '../support/database/database.ts';
import { extent } from '../support/extent.ts';
import { TEST_SECRET_KEY } from '../support/factories/dkim-key.ts';
import { describeOnOneBackend } from '../support/queues/queue-backends.ts';
import { eventually } from '../support/time/eventually.ts';
import { CRASH_LEASE } from './support/crowd.ts';
import {
  type Behaviour,
  ENDPOINTS,
  insertForEach,
  type ManyEndpoints,
  startManyEndpoints,
} from './support/many-endpoints.ts';
import { type Supervised, supervise } from './support/supervised.ts';

const DELIVERIES = extent('WEBHOOK_FLOW_DELIVERIES', 600, 10_000);
const MESSAGES_EACH = Math.ceil(DELIVERIES / Object.values(ENDPOINTS).reduce((sum, count) => sum + count, 0));
const ARRIVAL_MS = 120_000;
const MEMORY_MAX_MB = 400;

describeOnOneBackend('redis', 'webhooks to many endpoints, with a worker that is killed', (backend) => {
  const database = useDatabase();
  let endpoints: ManyEndpoints;
  let messages: Record<Behaviour, string[]>;
  /** The messages that the worker held when it was killed. */
  let held: Set<string>;
  let peakMb: number | undefined;

  before(async function () {
    this.timeout(4 * ARRIVAL_MS);
    endpoints = await startManyEndpoints();
    messages = await insertForEach(database.pool, endpoints, MESSAGES_EACH);
    const [worker, scheduler] = await Promise.all([start('webhook'), start('schedule')]);
    try {
      const third = messages.good.length / 3;
      await eventually('a third has come', () => endpoints.received.size > third, ARRIVAL_MS);
      const workerId = await webhookWorker();
      worker.kill();
      await eventually('it is dead', () => worker.deaths() === 1);
      held = await heldBy(workerId);
      await eventually('every message has come', isEverythingThere, ARRIVAL_MS);
      await eventually('every message is done', isEverythingDone, ARRIVAL_MS);
      peakMb = peakMemoryMb(worker.pid);
    } finally {
      // Closing the connections ends requests that hang; otherwise the worker would wait for them.
      await endpoints.close();
      await Promise.all([worker.stop(), scheduler.stop()]);
    }
  });

  const start = (group: string): Promise<Supervised> =>
    supervise({
      command: ['workers/main.ts', group],
      environment: {
        NODE_ENV: 'test',
        DATABASE_URL: database.url,
        REDIS_URL: backend.redisUrl ?? '',
        SECRET_KEY: TEST_SECRET_KEY,
        ...CRASH_LEASE,
        LOG_LEVEL: process.env['TEST_LOG_LEVEL'] ?? 'silent',
      },
    });
  const webhookWorker = async () => {
    const { rows } = await database.pool.query(`SELECT id FROM worker_processes WHERE groups = '{webhook}'`);
    expect(rows).to.have.length(1);
    return rows[0].id as string;
  };
  const heldBy = async (workerId: string) => {
    const { rows } = await database.pool.query('SELECT id FROM webhook_messages WHERE claimed_by = $1', [
      workerId,
    ]);
    return new Set(rows.map(({ id }) => id as string));
  };
  const isEverythingThere = () => messages.good.every((id) => endpoints.received.has(id));
  const countOf = async (ids: string[], condition: string) => {
    const { rows } = await database.pool.query(
      `SELECT count(*)::integer FROM webhook_messages WHERE id = ANY($1) AND ${condition}`,
      [ids],
    );
    return rows[0].count as number;
  };
  const isEverythingDone = async () =>
    (await countOf(messages.good, `state = 'success'`)) === messages.good.length;

  it('lose no message to endpoints that answer', async () => {
    expect(messages.good).to.have.length(ENDPOINTS.good * MESSAGES_EACH);
    expect(await countOf(messages.good, `state = 'success' AND claimed_by IS NULL`)).to.equal(
      messages.good.length,
    );
  });

  it('duplicate only messages that the killed worker held, under the same id', () => {
    const doubled = [...endpoints.received].filter(([, count]) => count > 1).map(([id]) => id);
    expect(doubled.filter((id) => !held.has(id))).to.deep.equal([]);
    expect(Math.max(...endpoints.received.values())).to.be.at.most(2);
    expect([...endpoints.received.keys()].filter((id) => !messages.good.includes(id))).to.deep.equal([]);
  });

  it('keep messages that cannot be delivered yet', async () => {
    const waiting = [...messages.hanging, ...messages.failing, ...messages.refusing];
    expect(await countOf(waiting, `state = 'pending' AND next_attempt_at IS NOT NULL`)).to.equal(
      waiting.length,
    );
  });

  it('give endpoints that hang one slot each', () => {
    expect(endpoints.mostHanging).to.be.within(1, ENDPOINTS.hanging);
  });

  it('need bounded memory', function () {
    if (peakMb === undefined) return this.skip();
    expect(peakMb).to.be.below(MEMORY_MAX_MB);
  });
});

/** The peak memory of a process; undefined where the machine does not report it. */
function peakMemoryMb(pid: number): number | undefined {
  const file = `/proc/${pid}/status`;
  if (!existsSync(file)) return undefined;
  return Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(file, 'utf8'))?.[1]) / 1024;
}
