// Scenario `events`, the cost of webhooks: single sends of an account with one webhook for all events, compared with
// the same account without it. Delivered mails count as in `single`. The events of the same mails count until the
// endpoint has received each of them, signed and once; the delay after the last mail is reported too.
import { setTimeout as pause } from 'node:timers/promises';
import { SINGLE } from '../load/shape.ts';
import { measureLoad, perSecond } from '../measure-load.ts';
import { monotonicMs } from '../monotonic.ts';
import type { BenchProcess } from '../processes/start.ts';
import { atMostUntil, deliver, inspectMail, type Run, withRun } from '../run.ts';
import {
  type Contender,
  ONE_OF_EACH,
  posthornsOf,
  type RunResult,
  type Scenario,
  type Setting,
} from '../scenario.ts';
import type { Servers } from '../servers/start.ts';
import { queryCount, type Variant } from '../variant.ts';
import type { ReceiverAnswer, ReceiverQuestion } from '../webhooks/receiver-main.ts';
import { createDelivery, DELIVERED, DELIVERY_COLUMNS, deliverLoad } from './deliver.ts';

const POLL_MS = 5;
const PATIENCE_MS = 120_000;

export const events: Scenario = {
  name: 'events',
  question: () =>
    'One mail per request over 20 connections: an account with a webhook for `*`, against one without.',
  columns: [
    ...DELIVERY_COLUMNS,
    { title: 'events/s', key: 'events', digits: 0 },
    { title: 'last event after last mail, ms', key: 'lag', digits: 0 },
  ],
  compared: DELIVERED,
  contenders: (setting) =>
    posthornsOf(setting).flatMap((variant) => {
      const without = `${variant.name}, no webhook`;
      return [
        createDelivery(setting, { name: without, variant, shape: SINGLE, dividedBy: {} }),
        createSubscribed(setting, variant, without),
      ];
    }),
};

function createSubscribed({ options }: Setting, variant: Variant, without: string): Contender {
  const { htmlBytes, mails, warmUp } = options;
  const name = `${variant.name}, one webhook for *`;
  const plan = { variant, shape: SINGLE, htmlBytes, processes: { ...ONE_OF_EACH, webhook: 1 } };
  return {
    name,
    dividedBy: { '× no webhook': without },
    wanted: '≥ 0.7 ×',
    measure: (servers) =>
      withReceiver(servers, (receiver) =>
        withRun(plan, servers, async (started) => {
          const run = { ...started, running: watch(started, receiver) };
          await variant.insertWebhook?.(
            run.database,
            `http://127.0.0.1:${receiver.announcement['port']}/good`,
          );
          await deliver(run, warmUp);
          await waitForEvents(run, receiver, 0);
          const measured = await measureLoad(run, () => deliverWithEvents(run, receiver, mails));
          await inspectMail(run);
          await inspectEvents(run);
          return { contender: name, ...measured };
        }),
      ),
  };
}

/** The CPU of the endpoint's process is counted, and its death ends the run. */
function watch({ running }: Run, receiver: BenchProcess): Run['running'] {
  return { ...running, processes: [...running.processes, receiver] };
}

/** The figures of single sends, and those of their events. */
async function deliverWithEvents(
  run: Run,
  receiver: BenchProcess,
  mails: number,
): Promise<Pick<RunResult, 'figures' | 'messages'>> {
  const before = await countEvents(run);
  const { figures, messages, firstSentAtMs, doneAtMs } = await deliverLoad(run, mails);
  const { atMs, posted } = await waitForEvents(run, receiver, before);
  const ownFigures = { events: perSecond(posted, atMs - firstSentAtMs), lag: Math.max(0, atMs - doneAtMs) };
  return { figures: { ...figures, ...ownFigures }, messages };
}

/**
 * Waits until the endpoint has received the events of all mails that are done: each event is a message in the database.
 * @param before number of events that were already received
 * @throws Error when one is missing, duplicated or not signed
 */
async function waitForEvents(
  run: Run,
  receiver: BenchProcess,
  before: number,
): Promise<{ atMs: number; posted: number }> {
  const posted = (await countEvents(run)) - before;
  const question: ReceiverQuestion = { type: 'count', requests: posted };
  const failures = run.running.processes.map(({ failure }) => failure);
  const answer = Promise.race([receiver.ask<ReceiverAnswer>(question), ...failures]);
  const reached = await atMostUntil(monotonicMs() + PATIENCE_MS, answer);
  if (reached?.signed !== posted)
    throw new Error(`${reached?.signed ?? 'Not all'} of ${posted} events arrived with a signature.`);
  return { atMs: reached.atMs, posted };
}

/** @throws Error unless the database shows every event as delivered at the first attempt */
async function inspectEvents({ database }: Run): Promise<void> {
  const isLeft = `SELECT count(*) FROM webhook_messages WHERE state <> 'success' OR attempts <> 1`;
  const deadlineMs = monotonicMs() + PATIENCE_MS;
  while ((await queryCount(database, isLeft)) > 0) {
    if (monotonicMs() > deadlineMs)
      throw new Error('Not every event was recorded as delivered at the first attempt.');
    await pause(POLL_MS);
  }
}

function countEvents({ database }: Run): Promise<number> {
  return queryCount(database, 'SELECT count(*) FROM webhook_messages');
}

async function withReceiver<Result>(
  { startProcess }: Servers,
  work: (receiver: BenchProcess) => Promise<Result>,
): Promise<Result> {
  const receiver = await startProcess({ name: 'receiver', command: ['bench/webhooks/receiver-main.ts'] });
  try {
    return await work(receiver);
  } finally {
    await receiver.stop();
  }
}
