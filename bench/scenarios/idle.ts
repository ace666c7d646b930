// Scenario `idle`, the latency of one mail on an idle service: from writing the POST until the server has answered the
// mail with 250. The machine is idle between two mails, so each finds sleeping processes, like a password reset at
// night.

import { numberOf } from '../load/mail.ts';
import type { MailKind } from '../load/mail-kind.ts';
import { percentile } from '../load/percentile.ts';
import { SINGLE } from '../load/shape.ts';
import { deliver, inspectMail, type Run, send, waitUntilDone, withRun } from '../run.ts';
import { apisOf, isPosthorn, ONE_OF_EACH, type Scenario } from '../scenario.ts';
import type { SinkQuestion } from '../sink/sink-main.ts';

/** Several times as long as a mail takes, with all work that follows it. */
export const PAUSE_MS = 200;

export const idle: Scenario = {
  name: 'idle',
  question: () =>
    `One mail at a time, ${PAUSE_MS} ms after the answer to the previous one: from writing the POST to the server's 250, milliseconds.`,
  columns: [
    { title: 'smallest', key: 'min', digits: 1 },
    { title: 'median', key: 'median', digits: 1, spread: true },
    { title: 'p99', key: 'p99', digits: 1 },
  ],
  compared: 'median',
  contenders: (setting) =>
    apisOf(setting).map((variant) => ({
      name: variant.name,
      dividedBy: {},
      wanted: isPosthorn(variant) ? 'median ≤ 15 ms' : undefined,
      measure: (servers) => {
        const { options } = setting;
        const plan = { variant, shape: SINGLE, htmlBytes: options.htmlBytes, processes: ONE_OF_EACH };
        return withRun(plan, servers, async (run) => {
          await deliver(run, options.warmUp);
          const timesMs = await timeMails(run, options.idleMails);
          await inspectMail(run);
          const figures = {
            min: Math.min(...timesMs),
            median: percentile(timesMs, 0.5),
            p99: percentile(timesMs, 0.99),
          };
          return {
            contender: variant.name,
            figures,
            cpuPerMessage: {},
            statements: [],
            messages: timesMs.length,
          };
        });
      },
    })),
};

/**
 * Sends mails, one at a time. @param kind if absent, plain mails
 * @returns milliseconds of each mail
 */
export async function timeMails(run: Run, mails: number, kind?: MailKind): Promise<number[]> {
  return (await sendOneByOne(run, mails, kind)).map(({ sentMs, takenMs }) => takenMs - sentMs);
}

/** Sends them so. @returns when each was written and when the server had answered it, by the monotonic clock */
export async function sendOneByOne(
  run: Run,
  mails: number,
  kind?: MailKind,
  pauseMs = PAUSE_MS,
): Promise<{ sentMs: number; takenMs: number }[]> {
  const first = numberOf(run.requests, run.plan.shape.domains);
  const { sentAtMs } = await send(run, { requests: mails, kind, pauseMs });
  await waitUntilDone(run, run.requests);
  const question: SinkQuestion = { type: 'times', first };
  const { takenAtMs } = await run.sink.ask<{ takenAtMs: number[] }>(question);
  return sentAtMs.map((sentMs, mail) => ({ sentMs, takenMs: takenAtMs[mail] ?? Number.NaN }));
}
