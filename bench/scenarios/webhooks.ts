// Scenario `webhooks`, with two questions. Whether bad endpoints delay good ones: eighty that answer get their messages
// alone, and next to two hundred that hang, ten that answer 500 and ten that refuse. And what delivery costs in
// addition to the request itself: a worker against a bare loop over undici's Pool.
import type { BenchProcess } from '../processes/start.ts';
import { type Contender, posthornsOf, type Scenario } from '../scenario.ts';
import type { Servers } from '../servers/start.ts';
import type { PoolAnswer, PoolQuestion } from '../webhooks/pool-main.ts';
import type { ReceiverAnswer, ReceiverQuestion } from '../webhooks/receiver-main.ts';
import { deliverWebhooks, payloadOf, type WebhookPlan } from '../webhooks/run.ts';

const GOOD = 80;
const BAD = { hanging: 200, failing: 10, refusing: 10 };
/** 20,000 deliveries over 300 endpoints. */
const MESSAGES_EACH = 67;
/** Load of the comparison with the pool; an endpoint has at most 32 requests in flight. */
const SPEED = { endpoints: { good: 20 }, messagesEach: 1_000 };
const POOL_CONNECTIONS = 64;

const ALONE = '80 good endpoints alone';
const BARE = 'bare undici Pool';

export const webhooks: Scenario = {
  name: 'webhooks',
  question: () =>
    '20,000 webhook messages over 300 endpoints of which 80 answer, and 20,000 to 20 that do, from one worker process.',
  columns: [{ title: 'delivered/s', key: 'perSecond', digits: 0, spread: true }],
  compared: 'perSecond',
  contenders(setting) {
    const family = posthornsOf(setting)[0]?.family;
    if (family === undefined) return [];
    const alone = { family, endpoints: { good: GOOD }, messagesEach: MESSAGES_EACH };
    const withBadOnes = { ...alone, endpoints: { good: GOOD, ...BAD } };
    return [
      createRun(ALONE, alone, {}),
      createRun('next to 220 bad ones', withBadOnes, { '× alone': ALONE }, '≥ 0.9'),
      createBareLoop(),
      createRun('webhook worker', { family, ...SPEED }, { '× bare': BARE }, '≥ 0.2'),
    ];
  },
};

function createRun(
  name: string,
  plan: WebhookPlan,
  dividedBy: Record<string, string>,
  wanted?: string,
): Contender {
  return {
    name,
    dividedBy,
    wanted,
    async measure(servers) {
      const { perSecond, good, cpuPerMessage } = await deliverWebhooks(plan, servers);
      return { contender: name, figures: { perSecond }, cpuPerMessage, statements: [], messages: good };
    },
  };
}

function createBareLoop(): Contender {
  return {
    name: BARE,
    dividedBy: {},
    async measure(servers) {
      const requests = SPEED.endpoints.good * SPEED.messagesEach;
      const perSecond = await withProcesses(servers, (receiver, pool) => post(receiver, pool, requests));
      return {
        contender: BARE,
        figures: { perSecond },
        cpuPerMessage: {},
        statements: [],
        messages: requests,
      };
    },
  };
}

async function post(receiver: BenchProcess, pool: BenchProcess, requests: number): Promise<number> {
  const counted: ReceiverQuestion = { type: 'count', requests };
  const reached = receiver.ask<ReceiverAnswer>(counted);
  const question: PoolQuestion = {
    port: Number(receiver.announcement['port']),
    path: '/good/0',
    body: payloadOf('0199d3a0-0000-7000-8000-000000000001'),
    requests,
    connections: POOL_CONNECTIONS,
  };
  const { startedAtMs, doneAtMs } = await pool.ask<PoolAnswer>(question);
  await reached;
  return (requests * 1_000) / (doneAtMs - startedAtMs);
}

async function withProcesses(
  { startProcess }: Servers,
  work: (receiver: BenchProcess, pool: BenchProcess) => Promise<number>,
): Promise<number> {
  const receiver = await startProcess({ name: 'receiver', command: ['bench/webhooks/receiver-main.ts'] });
  const pool = await startProcess({ name: 'pool', command: ['bench/webhooks/pool-main.ts'] });
  try {
    return await work(receiver, pool);
  } finally {
    await pool.stop();
    await receiver.stop();
  }
}
