// The queues and one email with a recipient, for tests of operators' verbs, on one backend of the queue.
import { expect } from 'chai';
import { type Result, runCommand } from '../../ops/run-command.ts';
import { loadConfig } from '../../shared/platform/config/config.ts';
import { createLog } from '../../shared/platform/log/log.ts';
import { connectQueues, type Queues } from '../../shared/platform/queues/connect.ts';
import { createSystemClock } from '../../shared/platform/time/clock.ts';
import { createIds } from '../../shared/platform/time/ids.ts';
import { clearProviderSwitch } from '../../shared/resources/foundation/providers/switch.ts';
import { createMetrics } from '../../shared/resources/service-metrics.ts';
import { QUEUES } from '../../shared/resources/work-kinds.ts';
import { type TestDatabase, useDatabase } from '../support/database/database.ts';
import { createAccount, createEmail } from '../support/factories/factories.ts';
import type { BackendUnderTest } from '../support/queues/queue-backends.ts';
import { eventually } from '../support/time/eventually.ts';
import { expectDone } from './run-ops.ts';

/** What `list-stuck` prints of a row of work. */
interface PrintedStuckRow {
  id: string;
  table: string;
  state: string;
  why: string;
  attempts: number;
  last_answer: string | null;
  about: Record<string, unknown>;
}

/** The state that operators find. Read its fields inside hooks and tests. */
export interface OperatedQueues {
  readonly database: TestDatabase;
  readonly queues: Queues;
  readonly emailId: string;
  readonly recipientId: string;
  ops(...args: string[]): Promise<Result>;
  listStuck(...args: string[]): Promise<PrintedStuckRow[]>;
  /** The queue `send`. */
  sendJobs(): ReturnType<Queues['all']>[number];
  /** Assigns columns of the recipient. */
  change(assignments: string): Promise<unknown>;
  recipient(): Promise<Record<string, unknown> & { next_attempt_at: Date | null }>;
  /** Inserts a worker process whose lease was last renewed this long ago. */
  addWorker(group: string, silence: string): Promise<string>;
}

/** Prepares them for the tests of the enclosing `describe`; each begins with empty queues and one woken recipient. */
export function useOperatedQueues(backend: BackendUnderTest): OperatedQueues {
  const ids = createIds(createSystemClock());
  let queues: Queues | undefined;
  let emailId = '';
  let recipientId = '';
  const running = () => queues ?? expect.fail('The queues exist only inside hooks and tests.');
  after(() => queues?.close());
  const database = useDatabase();
  const environment = () => ({
    DATA_DIR: '/nonexistent',
    DATABASE_URL: database.url,
    ...(backend.redisUrl && { REDIS_URL: backend.redisUrl, QUEUE_PREFIX: '{ops-test}' }),
  });
  before(async () => {
    const made = connectQueues({
      config: loadConfig({ NODE_ENV: 'test', ...environment() }),
      definitions: QUEUES,
      workers: 1,
      registry: createMetrics().registry,
      log: createLog({ level: 'silent', process: 'test' }),
    });
    queues = made;
    await eventually('the queue takes a write', () => made.checkWrite().then(() => true));
  });
  beforeEach(async () => {
    await Promise.all(
      running()
        .all()
        .map((queue) => queue.obliterate({ force: true })),
    );
    await Promise.all(
      running()
        .all()
        .map((queue) => queue.resume()),
    );
    await database.pool.query(
      'TRUNCATE emails, email_recipients, worker_processes, sending_switches, recurring_work',
    );
    await clearProviderSwitch(database.pool);
    const { id } = await createAccount(database.pool);
    const email = await createEmail(database.pool, id);
    emailId = email.id;
    recipientId = email.recipients[0]?.id ?? expect.fail('There is no recipient.');
  });
  return {
    database,
    get queues() {
      return running();
    },
    get emailId() {
      return emailId;
    },
    get recipientId() {
      return recipientId;
    },
    ops: (...args) => runCommand(args, environment()),
    listStuck: async (...args) =>
      expectDone(await runCommand(['list-stuck', ...args], environment()))['data'] as PrintedStuckRow[],
    sendJobs: () =>
      running()
        .all()
        .find(({ name }) => name === 'send') ?? expect.fail('There is no queue send.'),
    change: (assignments) =>
      database.pool.query(`UPDATE email_recipients SET ${assignments} WHERE id = $1`, [recipientId]),
    async recipient() {
      const { rows } = await database.pool.query('SELECT * FROM email_recipients WHERE id = $1', [
        recipientId,
      ]);
      return rows[0] ?? expect.fail('The recipient is gone.');
    },
    async addWorker(group, silence) {
      const id = ids.next();
      await database.pool.query(
        `INSERT INTO worker_processes (id, groups, host, pid, heartbeat_at)
         VALUES ($1, ARRAY[$2], 'box', 7, clock_timestamp() - $3::interval)`,
        [id, group, silence],
      );
      return id;
    },
  };
}
