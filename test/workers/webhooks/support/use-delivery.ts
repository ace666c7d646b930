// Test setup of the webhook worker: the real runtime on the real queue, endpoints that are real HTTP servers, and
// messages as events create them. The clock is fake and advances only by `tick`.
import { expect } from 'chai';
import type { Config } from '../../../../shared/platform/config/config.ts';
import { createLog } from '../../../../shared/platform/log/log.ts';
import type { WebhookHealth } from '../../../../shared/resources/foundation/webhooks/delivery/health.ts';
import { webhookWork } from '../../../../shared/resources/foundation/webhooks/delivery/work.ts';
import type { WebhookMessageState } from '../../../../shared/resources/foundation/webhooks/webhook.ts';
import { open as openDeliverWebhooks } from '../../../../workers/jobs/deliver-webhooks.ts';
import { tick } from '../../../../workers/runtime/tick.ts';
import { type TestDatabase, useDatabase } from '../../../support/database/database.ts';
import {
  createAccount,
  createWebhook,
  createWebhookMessages,
  type WebhookFields,
  type WebhookMessageFields,
} from '../../../support/factories/factories.ts';
import {
  type Answer,
  startWebhookReceiver,
  type WebhookReceiver,
} from '../../../support/net/webhooks-receiver.ts';
import { createTestClock, type TestClock } from '../../../support/time/clock.ts';
import { eventually } from '../../../support/time/eventually.ts';
import { createWorkerDeps } from '../../../support/work/worker.ts';
import { entryOf, type StartedWorker, startWorker, workerConfig } from '../../support/started-worker.ts';

/** The registry entry of the webhook queue. */
export const webhookEntry = entryOf(webhookWork, openDeliverWebhooks);

/** Options of a worker. */
export interface WebhookWorkerOptions {
  config?: Partial<Config>;
  redisUrl?: string | undefined;
  /** True: it ticks and sweeps in real time. */
  schedules?: boolean;
}

/** The columns of `webhook_messages` that tests check. */
export interface MessageRow {
  id: string;
  state: WebhookMessageState;
  attempts: number;
  next_attempt_at: Date | null;
  claimed_by: string | null;
}

/** A row of `webhook_attempts`. */
export interface AttemptRow {
  status_code: number | null;
  error: string | null;
  duration_ms: number;
  response_headers: Record<string, string> | null;
  response_body: string | null;
  created_at: Date;
}

/** The columns of `webhooks` that tests check. */
export type WebhookRow = WebhookHealth & {
  failing_since: Date | null;
  failing_status: number | null;
  last_failed_message_id: string | null;
  status: 'enabled' | 'disabled';
  disabled_reason: string | null;
  notice_due_at: Date | null;
};

/** A webhook with a running endpoint. */
export interface Endpoint {
  id: string;
  accountId: string;
  secret: string;
  receiver: WebhookReceiver;
}

/** The environment of a delivery test. Use its fields only inside hooks and tests. */
export interface Delivery {
  readonly pool: TestDatabase['pool'];
  readonly clock: TestClock;
  /** Starts a worker; it is stopped at the end of the test at the latest. */
  startWorker(options?: WebhookWorkerOptions): Promise<StartedWorker>;
  /** Starts an endpoint and registers its webhook; it is stopped at the end of the test. */
  createEndpoint(fields?: WebhookFields): Promise<Endpoint>;
  /** Creates an endpoint that answers so, with messages that are due now. */
  begin(answer?: Answer, count?: number): Promise<{ endpoint: Endpoint; id: string; ids: string[] }>;
  /** Inserts messages that are due now. @returns their ids */
  insert(endpoint: Endpoint, count?: number, fields?: WebhookMessageFields): Promise<string[]>;
  /** Advances the clock and wakes the rows that are due by then. */
  tick(worker: StartedWorker, milliseconds?: number): Promise<void>;
  message(id: string): Promise<MessageRow>;
  /** Resolves when the message is in this state, after this many attempts if given. */
  whenState(id: string, state: WebhookMessageState, attempts?: number): Promise<MessageRow>;
  attempts(messageId: string): Promise<AttemptRow[]>;
  webhook(id: string): Promise<WebhookRow>;
}

/** Prepares delivering for the tests of the enclosing `describe`. */
export function useDelivery(): Delivery {
  const clock = createTestClock();
  const log = createLog({ level: 'silent', process: 'test worker' });
  const open = new Set<() => Promise<void>>();
  afterEach(async () => {
    // Workers stop before the endpoints: they wait for the answers to their requests.
    for (const close of [...open].reverse()) await close();
    open.clear();
    // Messages of an earlier test would be retried, although their endpoints are gone.
    await database.pool.query('TRUNCATE webhooks, webhook_messages, webhook_attempts');
  });
  const database = useDatabase();
  const delivery: Delivery = {
    get pool() {
      return database.pool;
    },
    clock,
    async startWorker({ config, redisUrl, schedules } = {}) {
      const servers = { databaseUrl: database.url, redisUrl };
      const made = await createWorkerDeps(servers, { entries: [webhookEntry], clock, log });
      const deps = { ...made, config: { ...workerConfig(database.url), ...config } };
      const worker = startWorker(deps, [webhookEntry], schedules);
      open.add(worker.stop);
      return worker;
    },
    async createEndpoint(fields = {}) {
      const receiver = await startWebhookReceiver();
      open.add(() => receiver.close());
      const { id: accountId } = await createAccount(database.pool);
      const endpointUrl = receiver.url;
      const webhook = await createWebhook(database.pool, accountId, { endpointUrl, ...fields });
      return { ...webhook, receiver };
    },
    async begin(answer, count = 1) {
      const endpoint = await delivery.createEndpoint();
      if (answer) endpoint.receiver.answer = answer;
      const ids = await delivery.insert(endpoint, count);
      return { endpoint, id: ids[0] ?? '', ids };
    },
    insert: (endpoint, count = 1, fields = {}) =>
      createWebhookMessages(database.pool, endpoint, count, { at: clock.now(), ...fields }),
    async tick({ deps }, milliseconds = 0) {
      clock.advance(milliseconds);
      await tick({ database: database.pool, clock, queues: deps.queues, kinds: [webhookEntry] });
    },
    ...createReaders(() => database.pool),
  };
  return delivery;
}

type Readers = Pick<Delivery, 'message' | 'whenState' | 'attempts' | 'webhook'>;

function createReaders(pool: () => TestDatabase['pool']): Readers {
  const message = async (id: string) => {
    const { rows } = await pool().query<MessageRow>('SELECT * FROM webhook_messages WHERE id = $1', [id]);
    return rows[0] ?? expect.fail('There is no such message.');
  };
  return {
    message,
    async whenState(id, state, attempts) {
      const isSo = (row: MessageRow) =>
        row.state === state && (attempts === undefined || row.attempts === attempts) && row;
      return await eventually(`the message is ${state}`, async () => isSo(await message(id)));
    },
    async attempts(messageId) {
      const { rows } = await pool().query<AttemptRow>(
        'SELECT * FROM webhook_attempts WHERE message_id = $1 ORDER BY id',
        [messageId],
      );
      return rows;
    },
    async webhook(id) {
      const { rows } = await pool().query<WebhookRow>('SELECT * FROM webhooks WHERE id = $1', [id]);
      return rows[0] ?? expect.fail('There is no such webhook.');
    },
  };
}
