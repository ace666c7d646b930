// One run of the webhook worker: a fresh database with webhooks and due messages, the worker and the scheduler in their
// own processes, and endpoints in another. The run is measured from the wake-up until the endpoints have received every
// message that can be delivered and the database shows it.
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Registry } from 'prom-client';
import type { Database } from '../../shared/platform/db/connect.ts';
import { createLog } from '../../shared/platform/log/log.ts';
import { connectQueues } from '../../shared/platform/queues/connect.ts';
import { createSecrets } from '../../shared/platform/security/secrets.ts';
import { createSystemClock } from '../../shared/platform/time/clock.ts';
import { createIds } from '../../shared/platform/time/ids.ts';
import { webhookWork } from '../../shared/resources/foundation/webhooks/delivery/work.ts';
import { QUEUES } from '../../shared/resources/work-kinds.ts';
import { cpuMicroseconds } from '../cpu-time.ts';
import { monotonicMs } from '../monotonic.ts';
import { insertWebhook } from '../posthorn/webhooks.ts';
import type { BenchProcess } from '../processes/start.ts';
import { withDatabase } from '../servers/open-database.ts';
import type { Servers } from '../servers/start.ts';
import type { ReceiverAnswer, ReceiverQuestion } from './receiver-main.ts';

const IDS = createIds(createSystemClock());
const POLL_MS = 5;
/**
 * Warm-up: before the measurement every contender delivers this many messages to each good endpoint next to bad ones,
 * which are deleted then, and again this many without them. V8 optimizes for what it has seen: the first failures in
 * the life of a process, and the first time that it has more connections than the memory of undici's parser had room
 * for, make it discard most of the optimized code of a delivery. Each costs 0.2 s once, of the second that a run takes.
 * The number of hanging endpoints is the most that may hang at a time.
 */
const WARM_UP_EACH = 67;
const WARM_UP_BAD: EndpointCounts = { hanging: 500, failing: 10, refusing: 10 };
/** More attempts than an endpoint gets before it rests. */
const WARM_UP_BAD_EACH = 5;
const PATIENCE_MS = 300_000;
/** As large as the payload of an email's event. */
const TEXT_CHARACTERS = 400;
/** A port on which no server listens. */
const CLOSED_PORT = 1;

/** Number of webhooks of each kind. */
export type EndpointCounts = Partial<Record<'good' | 'hanging' | 'failing' | 'refusing', number>>;

/** What a run delivers. */
export interface WebhookPlan {
  /** Template of the database. */
  family: string;
  endpoints: EndpointCounts;
  messagesEach: number;
}

/** The figures of a run. */
export interface WebhookFigures {
  /** Good messages per second. */
  perSecond: number;
  good: number;
  /** Process → microseconds of CPU per good message. */
  cpuPerMessage: Record<string, number>;
}

/** The payload of a message; payloads differ only in their id. */
export function payloadOf(id: string): string {
  return JSON.stringify({ id, type: 'email.delivered', data: { text: 'x'.repeat(TEXT_CHARACTERS) } });
}

/** Does a run. @throws Error when a message is missing, duplicated or not signed, or a process ends */
export async function deliverWebhooks(plan: WebhookPlan, servers: Servers): Promise<WebhookFigures> {
  const name = `run_${servers.nextRun()}`;
  const databaseUrl = await servers.databases.clone(name, plan.family);
  const secretKey = randomBytes(32).toString('base64');
  const undo: (() => Promise<void>)[] = [() => servers.databases.drop(name)];
  const start = async (processName: string, file: string, ...args: string[]) => {
    const environment = {
      NODE_ENV: 'development',
      LOG_LEVEL: 'error',
      DATABASE_URL: databaseUrl,
      SECRET_KEY: secretKey,
    };
    const started = await servers.startProcess({ name: processName, command: [file, ...args], environment });
    undo.push(started.stop);
    return started;
  };
  try {
    const [worker] = await Promise.all([
      start('webhook', 'workers/main.ts', 'webhook'),
      start('schedule', 'workers/main.ts', 'schedule'),
    ]);
    // Started last, so it ends first: hanging requests there would delay the end of the worker.
    const receiver = await start('receiver', 'bench/webhooks/receiver-main.ts');
    const portOf: Record<string, unknown> = {
      good: receiver.announcement['port'],
      refusing: CLOSED_PORT,
      hanging: receiver.announcement['badPort'],
      failing: receiver.announcement['badPort'],
    };
    return await withDatabase(databaseUrl, async (database) => {
      const run = { plan, servers, database, databaseUrl, worker, receiver };
      const insert = (endpoints: EndpointCounts) =>
        insertWebhooks(database, endpoints, { portOf, secretKey });
      const { good = 0, ...bad } = plan.endpoints;
      const goodIds = await insert({ good });
      await warmUp(run, goodIds, await insert(WARM_UP_BAD));
      // The bad endpoints of the measurement are new to the worker.
      const webhookIds = [...goodIds, ...(await insert(bad))];
      await insertMessages(database, webhookIds, plan.messagesEach);
      await servers.databases.checkpoint();
      return await measure(run, webhookIds);
    });
  } finally {
    for (const step of undo.reverse()) await step();
  }
}

interface Measured {
  plan: WebhookPlan;
  servers: Servers;
  database: Database;
  databaseUrl: string;
  worker: BenchProcess;
  receiver: BenchProcess;
}

/** Warms up and then leaves only the good webhooks, with no messages and no claims. */
async function warmUp(run: Measured, good: readonly string[], bad: readonly string[]): Promise<void> {
  const { database, receiver } = run;
  const deliverEach = async () => {
    await insertMessages(database, good, WARM_UP_EACH);
    await deliverAll(run, [...good, ...bad], good.length * WARM_UP_EACH);
  };
  await insertMessages(database, bad, WARM_UP_BAD_EACH);
  await deliverEach();
  await database.query('DELETE FROM webhooks WHERE id = ANY($1)', [bad]);
  await receiver.ask<object>({ type: 'break-off' } satisfies ReceiverQuestion);
  await waitUntil(
    database,
    `SELECT count(*) = 0 AS is_so FROM webhook_messages WHERE claimed_by IS NOT NULL`,
  );
  await database.query('DELETE FROM webhook_messages');
  await deliverEach();
  await database.query('DELETE FROM webhook_messages');
}

/** @returns when the last one was written as delivered */
async function deliverAll(run: Measured, webhookIds: readonly string[], good: number): Promise<number> {
  const { database, worker, receiver } = run;
  await wake(run, webhookIds);
  const question: ReceiverQuestion = { type: 'count', requests: good };
  const reached = await Promise.race([receiver.ask<ReceiverAnswer>(question), worker.failure]);
  const doneAtMs = await waitUntil(
    database,
    `SELECT count(*) >= ${good} AS is_so FROM webhook_messages WHERE state = 'success'`,
  );
  if (reached.signed !== good)
    throw new Error(`${reached.signed} of ${good} messages arrived with a signature.`);
  return doneAtMs;
}

async function measure(run: Measured, webhookIds: readonly string[]): Promise<WebhookFigures> {
  const { plan, servers, worker, receiver } = run;
  const good = (plan.endpoints.good ?? 0) * plan.messagesEach;
  const pids = { webhook: worker.pid, receiver: receiver.pid, postgres: servers.postgresPid };
  const before = readTimes(pids);
  const startedAtMs = monotonicMs();
  const doneAtMs = await deliverAll(run, webhookIds, good);
  const after = readTimes(pids);
  const cpuPerMessage = Object.fromEntries(
    Object.entries(after).map(([name, time]) => [name, (time - (before[name] ?? 0)) / good]),
  );
  return { perSecond: (good * 1_000) / (doneAtMs - startedAtMs), good, cpuPerMessage };
}

function readTimes(pids: Record<string, number>): Record<string, number> {
  const times = Object.entries(pids).map(([name, pid]) => [name, cpuMicroseconds(pid)] as const);
  return Object.fromEntries(times.filter((entry): entry is [string, number] => entry[1] !== undefined));
}

/** Wakes webhooks as the code does that commits events. */
async function wake({ databaseUrl }: Measured, webhookIds: readonly string[]): Promise<void> {
  const queues = connectQueues({
    config: { databaseUrl, redisUrl: undefined, queuePrefix: '{bench}' },
    definitions: QUEUES,
    workers: 0,
    registry: new Registry(),
    log: createLog({ level: 'warn', process: 'bench' }),
  });
  queues.wake(webhookWork.queue, webhookIds);
  await queues.close();
}

/** @returns the time when the statement first returned `is_so` */
async function waitUntil(database: Database, sql: string): Promise<number> {
  const deadlineMs = monotonicMs() + PATIENCE_MS;
  while (monotonicMs() < deadlineMs) {
    const { rows } = await database.query<{ is_so: boolean }>(sql);
    if (rows[0]?.is_so) return monotonicMs();
    await pause(POLL_MS);
  }
  throw new Error(`This condition was not met in time: ${sql}`);
}

/** Inserts webhooks of the account. */
async function insertWebhooks(
  database: Database,
  endpoints: EndpointCounts,
  { portOf, secretKey }: { portOf: Record<string, unknown>; secretKey: string },
): Promise<string[]> {
  const secrets = createSecrets([secretKey]);
  const ids: string[] = [];
  for (const [behaviour, count] of Object.entries(endpoints)) {
    for (let index = 0; index < count; index += 1) {
      const endpointUrl = `http://127.0.0.1:${portOf[behaviour]}/${behaviour}/${index}`;
      ids.push(await insertWebhook(database, secrets, { endpointUrl, isWokenByHand: true }));
    }
  }
  return ids;
}

async function insertMessages(
  database: Database,
  webhookIds: readonly string[],
  messagesEach: number,
): Promise<void> {
  for (const webhookId of webhookIds) {
    const messages = Array.from({ length: messagesEach }, () => IDS.next());
    await database.query(
      `INSERT INTO webhook_messages (id, account_id, webhook_id, type, payload, state, next_attempt_at, created_at)
       SELECT message.id, accounts.id, $2, 'email.delivered', message.payload, 'pending', now(), now()
       FROM unnest($1::uuid[], $3::text[]) AS message (id, payload), accounts`,
      [messages, webhookId, messages.map(payloadOf)],
    );
  }
}
